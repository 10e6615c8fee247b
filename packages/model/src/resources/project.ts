import * as z from 'zod/mini';
import { dispensable, timestamp, uuid } from '../scalars.ts';

// RES-1
/** A project the credential may see. */
export interface Project {
  /** Identifier, used in paths. */
  id: string;
  /** Display name. */
  name: string;
  slug: string;
  /** `null` when the project has none. */
  description: string | null;
  /** A uuid. */
  organizationId: string;
  /** The organization's slug, as dashboard addresses show it. */
  organizationSlug: string;
  /** The organization's display name. */
  organizationName: string;
  /** UTC, ISO 8601. */
  createdAt: string;
}

/** A project, as the project list shows it. */
export const projectSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: dispensable(z.nullable(z.string())),
  organizationId: uuid,
  organizationSlug: z.string(),
  organizationName: z.string(),
  createdAt: timestamp,
});
