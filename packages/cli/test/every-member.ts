import {
  captured,
  commentSchema,
  issueListItemSchema,
  issueSchema,
  openEnumerations,
  projectSchema,
  timestamp,
  uuid,
} from '@issue-tracking/model';
import type * as z from 'zod/mini';

type Members = Readonly<Record<string, unknown>>;

/** Returns a value for each member of a schema, also for the optional ones. Texts have the name of the member. */
function allMembers(schema: z.core.$ZodType, place: string): Members {
  const { shape } = (schema as z.ZodMiniObject).def;
  return Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, sample(member, `${place} ${name}`)]));
}

function sample(schema: z.core.$ZodType, place: string): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const values = openEnumerations.get(schema);
  if (values) return values[1];
  if (def.type === 'optional' || def.type === 'nullable') return sample(def.innerType, place);
  if (def.type === 'array') return [sample(def.element, place)];
  if (def.type === 'object' && Object.keys(def.shape).length === 0) return { color: place };
  if (def.type === 'object') return allMembers(schema, place);
  if (def.type === 'number') return 3;
  if (def === timestamp._zod.def) return '2026-04-02T10:00:00.000Z';
  if (def === uuid._zod.def) return '00000000-0000-4000-8000-00000000000a';
  if (def.type === 'string') return place;
  throw new Error(`No value for ${place}, which is a ${def.type}.`);
}

export const { organizationSlug, organizationName, organizationId, ...project } = allMembers(projectSchema, 'project');
export const parts: Members = Object.fromEntries(
  Object.entries(captured).map(([name, { many, entry }]) => {
    const one = allMembers(entry, name);
    return [name, many ? [one] : one];
  }),
);
export const comment: Members = allMembers(commentSchema, 'comment');
// Some members depend on others.
export const { metadataSummary, ...detail }: Members = {
  ...allMembers(issueSchema, 'issue'),
  assigneeName: 'Ada',
  viewportSize: '390x844',
};
/** The issue, as the list shows it. */
export const item: Members = { ...allMembers(issueListItemSchema, 'issue'), assignees: ['Ada'] };
/** The issue, as a world has it. */
export const issue: Members = { ...item, ...detail, ...parts, jsErrorCount: 3, comments: [comment] };
