import type { EndpointName } from '../endpoints.ts';
import { errorTexts } from '../errors.ts';

/** Summary of each endpoint. Not in the endpoint table, which is part of every browser bundle. */
export const endpointSummaries: Readonly<Record<EndpointName, string>> = {
  'projects.list': 'List the projects the credential may see',
  'issues.list': 'List, filter and search the issues of a project',
  'issues.get': 'Read one issue',
  'issues.update': 'Change the status or priority of an issue',
  'issues.comments.list': 'List the comments on an issue',
  'issues.comments.create': 'Add a comment to an issue',
  'issues.consoleLogs': 'Read the console messages captured with an issue',
  'issues.networkLogs': 'Read the network requests captured with an issue',
  'issues.screenshots': 'List the screenshots captured with an issue',
  'issues.techContext': 'Read the browser, element and component an issue was reported on',
  'issues.userActions': 'Read what the reporter did before reporting',
};

/** Descriptions of path and query parameters. A name means the same in each operation. */
export const parameterTexts: Readonly<Record<string, string>> = {
  projectId: 'Identifier of the project',
  issueNumber: 'Number of the issue within its project',
  organizationSlug: 'Only projects of the organization with this slug; not together with `organizationId`',
  organizationId: 'Only projects of the organization with this id; not together with `organizationSlug`',
  status: 'Only issues of this status',
  priority: 'Only issues of this priority',
  q: 'Only issues with this text in their title or description',
  label: 'Only issues with this label',
  page: 'Which page, from 1',
  limit: 'How many issues a page has',
  level: 'Only entries of this level',
};

/** Descriptions of the fields of errors, envelopes and request bodies; nested fields are separated by points. */
export const memberTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Error: {
    error: `What went wrong, for people. Three texts are fixed: ${quoted(Object.values(errorTexts))}`,
    details: 'What is wrong with the input; with 400 alone',
    'details.field':
      'The member or parameter at fault. When it is none, not specified; in the mock `body` or `content-type`',
    'details.message': 'What would be right; of a wrong value it names those that are allowed',
  },
  envelope: {
    data: 'What was asked for',
    total: 'How many there are in all',
    page: 'Which page this is, from 1',
    totalPages: 'How many pages there are',
  },
  'issues.update body': {
    status: 'The status to set; `verified` and `closed` are refused',
    priority: 'The priority to set',
  },
  'issues.comments.create body': { content: 'The text' },
};

/** Descriptions of error statuses. */
export const errorResponses: Readonly<Record<string, string>> = {
  400: 'The path, query or body is invalid, with `details`',
  401: 'The credential is missing, invalid or expired',
  403: 'The credential lacks the scope, or may not set this status',
  404: 'No such project or issue in the credential’s organization',
  405: 'The path has no such method. Not specified; the mock responds so, and `Allow` names the methods',
  422: 'The request could not be processed; when, is not specified',
  429: 'A limit is exceeded; wait for `Retry-After`',
  500: 'The service failed',
};

/** Returns the description of a success. */
export function successText(status: number): string {
  return status === 201 ? 'It was created' : 'Success';
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `\`${text}\``).join(', ');
}
