import * as z from 'zod/mini';
import { inputs, narrowed } from '../inputs.ts';
import {
  consoleLogsQuery,
  issueListQuery,
  issueParams,
  issueUpdateBody,
  newCommentBody,
  projectListQuery,
  projectParams,
} from '../requests.ts';

/** Describes each member of a request: JSON Schemas show it. */
function describe<Shape extends z.core.$ZodShape>(
  schema: { readonly def: { readonly shape: Shape } },
  texts: { readonly [Name in keyof Shape]: string },
): void {
  describeMembers(schema.def.shape, texts);
}

function describeMembers<Shape extends z.core.$ZodShape>(
  members: Shape,
  texts: { readonly [Name in keyof Shape]: string },
): void {
  for (const [name, member] of Object.entries(members)) z.globalRegistry.add(member, { description: texts[name] });
}

// Not beside the schemas, which are part of every browser bundle.
const projectId = 'Identifier of the project';
describe(projectParams, { projectId });
describe(issueParams, { projectId, issueNumber: 'Number of the issue within its project' });
describe(projectListQuery, {
  organizationSlug: 'Only projects of the organization with this slug; not together with `organizationId`',
  organizationId: 'Only projects of the organization with this id; not together with `organizationSlug`',
});
describe(issueListQuery, {
  status: 'Only issues of this status',
  priority: 'Only issues of this priority',
  q: 'Only issues with this text in their title or description',
  label: 'Only issues with this label',
  page: 'Number of the page, from 1',
  limit: 'Number of issues per page',
});
describe(consoleLogsQuery, { level: 'Only entries of this level' });
describe(issueUpdateBody, {
  status: 'The status to set; `verified` and `closed` are rejected',
  priority: 'The priority to set',
});
describe(newCommentBody, { content: 'The text' });

// What a caller may pass, where that is less.
describeMembers(narrowed['issues.update'].members, { status: 'The status to set' });
describeMembers(narrowed['issues.comments.create'].members, { content: 'The text' });
z.globalRegistry.add(inputs['projects.list'], {
  description: 'At most one of `organizationSlug` and `organizationId`',
});
z.globalRegistry.add(inputs['issues.update'], { description: 'At least one of `status` and `priority`' });

/** Returns the description of a member of a request. It stands here, so that each reader of descriptions loads them. */
export function descriptionOf(schema: z.core.$ZodType): { readonly description?: string | undefined } | undefined {
  return z.globalRegistry.get(schema);
}
