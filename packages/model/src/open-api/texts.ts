import type { EndpointName } from '../endpoints.ts';
import { errorTexts } from '../errors.ts';
import type { MemberTexts } from './json-schema.ts';

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
