import * as z from 'zod/mini';
import type { EndpointName } from '../endpoints.ts';
import { errorTexts } from '../errors.ts';
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

/** Descriptions of members; names of nested members are separated by points. */
export type MemberTexts = Readonly<Record<string, string>>;

/** Summary of each endpoint. Not in the endpoint table, which is part of every browser bundle. */
export const endpointSummaries: Readonly<Record<EndpointName, string>> = {
  'projects.list': 'List the credential’s projects',
  'issues.list': 'List, filter and search issues',
  'issues.get': 'Read one issue',
  'issues.update': 'Change status or priority',
  'issues.comments.list': 'List the comments on an issue',
  'issues.comments.create': 'Add a comment to an issue',
  'issues.consoleLogs': 'Read the captured console messages',
  'issues.networkLogs': 'Read the captured network requests',
  'issues.screenshots': 'List the captured screenshots',
  'issues.techContext': 'Read browser, element and component',
  'issues.userActions': 'List what the reporter did before reporting',
};

/** Descriptions of the members of an error. */
export const errorMemberTexts: MemberTexts = {
  error: `The problem, in words. Three texts are fixed: ${quoted(Object.values(errorTexts))}`,
  details: 'The problems of the input; only with 400',
  'details.field':
    'The invalid field or parameter. Names for the whole body and its type are not specified; the mock uses `body` and `content-type`',
  'details.message': 'The requirement; for a wrong value, the allowed ones',
};

/** Descriptions of the members of an envelope. */
export const envelopeTexts: MemberTexts = {
  data: 'The requested data',
  total: 'Number of entries on all pages',
  page: 'Number of this page, from 1',
  totalPages: 'Number of pages',
};

/** Descriptions of error statuses. */
export const errorResponses: Readonly<Record<string, string>> = {
  400: 'The path, query or body is invalid, with `details`',
  401: 'The credential is missing, invalid or expired',
  403: 'The credential lacks the scope, or may not set this status',
  404: 'No such project or issue in the credential’s organization',
  405: 'The path has no such method. The status is not specified; the mock returns it, with the methods in `Allow`',
  422: 'The request could not be processed. The condition is not specified',
  429: 'A limit is exceeded; wait for `Retry-After`',
  500: 'The service failed',
};

const successTexts: Readonly<Record<number, string>> = { 201: 'Created', 202: 'Accepted', 204: 'No content' };

/** Returns the description of a success. */
export function successText(status: number): string {
  return successTexts[status] ?? 'Success';
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `\`${text}\``).join(', ');
}

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
const issueNumber = 'Number of the issue within its project';
describe(issueParams, { projectId, issueNumber });
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
z.globalRegistry.add(inputs['projects.list'], {
  description: 'At most one of `organizationSlug` and `organizationId`',
});
z.globalRegistry.add(inputs['issues.update'], { description: 'At least one of `status` and `priority`' });

/** Returns the description of a member of a request. It stands here, so that each reader of descriptions loads them. */
export function descriptionOf(schema: z.core.$ZodType): { readonly description?: string | undefined } | undefined {
  return z.globalRegistry.get(schema);
}
