import * as z from 'zod/mini';
import { type CapturedName, type CapturedParts, type CapturedResponses, captured } from './captured.ts';
import type { Endpoint } from './endpoint.ts';
import {
  type Item,
  itemOf,
  type List,
  type ListWithOptionalTotal,
  listOf,
  listWithOptionalTotalOf,
  type Page,
  pageOf,
} from './envelopes.ts';
import { needsComment, needsIssue, needsIssues, needsList, needsObjectOrNull } from './needs.ts';
import {
  issueListQuery,
  issueParams,
  issueUpdateBody,
  newCommentBody,
  noQuery,
  projectListQuery,
  projectParams,
} from './requests.ts';
import { type Comment, commentSchema } from './resources/comment.ts';
import {
  type Issue,
  type IssueListItem,
  issueListItemSchema,
  issueSchema,
  type UpdatedIssue,
  updatedIssueSchema,
} from './resources/issue.ts';
import { type Project, projectSchema } from './resources/project.ts';
import type { Schema } from './scalars.ts';

/** The success body of each endpoint, envelope included; `undefined` for none. An endpoint has the name of the SDK's method. */
export interface Responses extends CapturedResponses {
  'projects.list': ListWithOptionalTotal<Project>;
  'issues.list': Page<IssueListItem>;
  'issues.get': Item<Issue>;
  'issues.update': Item<UpdatedIssue>;
  'issues.comments.list': List<Comment>;
  'issues.comments.create': Item<Comment>;
}

/** The name of an endpoint, which is its SDK method's: `issues.comments.create`. */
export type EndpointName = keyof Responses;

/** The success body of an endpoint, envelope included. */
export type ResponseOf<Name extends EndpointName> = Responses[Name];

type ResponseSchema<Body> = Body extends undefined ? null : Schema<Body>;

const noParams = z.object({});

/** The endpoint of a captured part. */
interface CapturedEndpoint<Name extends CapturedName> {
  readonly method: 'GET';
  readonly path: `/api/v1/projects/{projectId}/issues/{issueNumber}/${string}`;
  readonly scope: 'issues:read';
  readonly params: typeof issueParams;
  readonly query: CapturedParts[Name]['query'];
  readonly body: null;
  readonly success: 200;
  readonly response: Schema<CapturedResponses[`issues.${Name}`]>;
  readonly needs: Schema;
}

/** Returns the rows of the captured parts (EP-13 to EP-17). */
function capturedEndpoints(): { readonly [Name in CapturedName as `issues.${Name}`]: CapturedEndpoint<Name> } {
  const rows = Object.entries(captured).map(([name, { segment, many, entry, query }]) => [
    `issues.${name}`,
    {
      method: 'GET',
      path: `/api/v1/projects/{projectId}/issues/{issueNumber}/${segment}`,
      scope: 'issues:read',
      params: issueParams,
      query,
      body: null,
      success: 200,
      response: many ? listOf<unknown>(entry) : itemOf<unknown>(z.nullable(entry)),
      needs: many ? needsList : needsObjectOrNull,
    },
  ]);
  // Each name has the row of its part.
  return Object.fromEntries(rows);
}

/**
 * The whole API, one row for each endpoint, named as the SDK's method. The SDK sends requests from it, the mock routes and
 * validates with it, and the OpenAPI document is made from it. No other code has a path, a scope or a schema.
 *
 * @example
 * endpoints['issues.get'].path; // '/api/v1/projects/{projectId}/issues/{issueNumber}'
 */
export const endpoints = {
  // EP-1, EP-2, EP-3, EP-4, RES-1
  'projects.list': {
    method: 'GET',
    path: '/api/v1/projects',
    scope: 'projects:read',
    params: noParams,
    query: projectListQuery,
    body: null,
    success: 200,
    response: listWithOptionalTotalOf(projectSchema),
    needs: needsList,
  },
  // EP-5, EP-6, EP-7, RES-2
  'issues.list': {
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues',
    scope: 'issues:read',
    params: projectParams,
    query: issueListQuery,
    body: null,
    success: 200,
    response: pageOf(issueListItemSchema),
    needs: needsIssues,
  },
  // EP-8, RES-3, RES-4
  'issues.get': {
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}',
    scope: 'issues:read',
    params: issueParams,
    query: noQuery,
    body: null,
    success: 200,
    response: itemOf(issueSchema),
    needs: needsIssue,
  },
  // EP-9, EP-10, STA-3, STA-4, STA-5, STA-6
  'issues.update': {
    method: 'PATCH',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}',
    scope: 'issues:write',
    params: issueParams,
    query: noQuery,
    body: issueUpdateBody,
    success: 200,
    response: itemOf(updatedIssueSchema),
    needs: needsIssue,
  },
  // EP-11, RES-5
  'issues.comments.list': {
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}/comments',
    scope: 'issues:read',
    params: issueParams,
    query: noQuery,
    body: null,
    success: 200,
    response: listOf(commentSchema),
    needs: needsList,
  },
  // EP-12, RES-5
  'issues.comments.create': {
    method: 'POST',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}/comments',
    scope: 'issues:write',
    params: issueParams,
    query: noQuery,
    body: newCommentBody,
    success: 201,
    response: itemOf(commentSchema),
    needs: needsComment,
  },
  ...capturedEndpoints(),
} as const satisfies { [Name in EndpointName]: Endpoint & { response: ResponseSchema<Responses[Name]> } };

/** The type of the table, row by row. */
export type Endpoints = typeof endpoints;
