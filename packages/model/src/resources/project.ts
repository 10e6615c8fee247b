import * as z from 'zod/mini';
import { type Known, timestamp, uuid } from '../scalars.ts';

/** A project, as the project list shows it (RES-1). */
export const projectSchema = z.looseObject({
  /** Identifier, used in paths. */
  id: z.string(),
  /** Display name. */
  name: z.string(),
  slug: z.string(),
  /** `null` when the project has none. */
  description: z.nullable(z.string()),
  organizationId: uuid,
  /** The organization's slug, as dashboard addresses show it. */
  organizationSlug: z.string(),
  /** The organization's display name. */
  organizationName: z.string(),
  createdAt: timestamp,
});

/** A project the credential may see (RES-1). */
export interface Project extends Known<z.infer<typeof projectSchema>> {}
