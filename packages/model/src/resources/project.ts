import * as z from 'zod/mini';
import { nonEssential, type ShapeOf, timestamp, uuid } from '../scalars.ts';

/** A project the credential may see. */
export interface Project {
  /** Identifier, used in paths. */
  id: string;
  /** Display name. */
  name: string;
  /** Name in addresses of the dashboard. */
  slug: string;
  /** `null` when the project has none. */
  description: string | null;
  /** Identifier of its organization: a uuid. */
  organizationId: string;
  /** The organization's name in addresses of the dashboard. */
  organizationSlug: string;
  /** Display name of its organization. */
  organizationName: string;
  /** When it was created: UTC, ISO 8601. */
  createdAt: string;
}

/** A project, as the project list shows it. */
// enforces RES-1
export const projectSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: nonEssential(z.nullable(z.string())),
  organizationId: uuid,
  organizationSlug: z.string(),
  organizationName: z.string(),
  createdAt: timestamp,
} satisfies ShapeOf<Project>);
