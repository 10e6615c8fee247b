import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { itemOf, listOf, listWithOptionalTotalOf, pageOf } from './envelopes.ts';
import {
  consoleLogsQuery,
  issueListQuery,
  issueParams,
  issueUpdateBody,
  newCommentBody,
  noQuery,
  projectListQuery,
  projectParams,
} from './requests.ts';
import { type Comment, commentSchema } from './resources/comment.ts';
import { type ConsoleLog, consoleLogSchema } from './resources/console-log.ts';
import {
  type Issue,
  type IssueListItem,
  issueListItemSchema,
  issueSchema,
  type UpdatedIssue,
  updatedIssueSchema,
} from './resources/issue.ts';
import { type NetworkLog, networkLogSchema } from './resources/network-log.ts';
import { type Project, projectSchema } from './resources/project.ts';
import { type Screenshot, screenshotSchema } from './resources/screenshot.ts';
import { type TechContext, techContextSchema } from './resources/tech-context.ts';
import { type UserAction, userActionSchema } from './resources/user-action.ts';

const noParams = z.object({});

/**
 * The whole API, one row an operation, named as the SDK's method is. The SDK sends by it, the mock routes and checks
 * by it, and the OpenAPI document is made from it: nothing else knows a path, a scope or a schema.
 *
 * @example
 * endpoints['issues.get'].path; // '/api/v1/projects/{projectId}/issues/{issueNumber}'
 */
export const endpoints = {
  'projects.list': {
    method: 'GET',
    path: '/api/v1/projects',
    scope: 'projects:read',
    params: noParams,
    query: projectListQuery,
    body: null,
    success: 200,
    response: listWithOptionalTotalOf<Project>(projectSchema),
    summary: 'List the projects the credential may see',
    rules: ['EP-1', 'EP-2', 'EP-3', 'EP-4', 'RES-1'],
  },
  'issues.list': {
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues',
    scope: 'issues:read',
    params: projectParams,
    query: issueListQuery,
    body: null,
    success: 200,
    response: pageOf<IssueListItem>(issueListItemSchema),
    summary: 'List, filter and search the issues of a project',
    rules: ['EP-5', 'EP-6', 'EP-7', 'RES-2'],
  },
  'issues.get': {
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}',
    scope: 'issues:read',
    params: issueParams,
    query: noQuery,
    body: null,
    success: 200,
    response: itemOf<Issue>(issueSchema),
    summary: 'Read one issue',
    rules: ['EP-8', 'RES-3', 'RES-4'],
  },
  'issues.update': {
    method: 'PATCH',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}',
    scope: 'issues:write',
    params: issueParams,
    query: noQuery,
    body: issueUpdateBody,
    success: 200,
    response: itemOf<UpdatedIssue>(updatedIssueSchema),
    summary: 'Change the status or priority of an issue',
    rules: ['EP-9', 'EP-10', 'STA-3', 'STA-4', 'STA-5', 'STA-6'],
  },
  'issues.comments.list': {
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}/comments',
    scope: 'issues:read',
    params: issueParams,
    query: noQuery,
    body: null,
    success: 200,
    response: listOf<Comment>(commentSchema),
    summary: 'List the comments on an issue',
    rules: ['EP-11', 'RES-5'],
  },
  'issues.comments.create': {
    method: 'POST',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}/comments',
    scope: 'issues:write',
    params: issueParams,
    query: noQuery,
    body: newCommentBody,
    success: 201,
    response: itemOf<Comment>(commentSchema),
    summary: 'Add a comment to an issue',
    rules: ['EP-12', 'RES-5'],
  },
  'issues.consoleLogs': {
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}/console-logs',
    scope: 'issues:read',
    params: issueParams,
    query: consoleLogsQuery,
    body: null,
    success: 200,
    response: listOf<ConsoleLog>(consoleLogSchema),
    summary: 'Read the console messages captured with an issue',
    rules: ['EP-13', 'RES-6'],
  },
  'issues.networkLogs': {
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}/network-logs',
    scope: 'issues:read',
    params: issueParams,
    query: noQuery,
    body: null,
    success: 200,
    response: listOf<NetworkLog>(networkLogSchema),
    summary: 'Read the network requests captured with an issue',
    rules: ['EP-14', 'RES-7'],
  },
  'issues.screenshots': {
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}/screenshots',
    scope: 'issues:read',
    params: issueParams,
    query: noQuery,
    body: null,
    success: 200,
    response: listOf<Screenshot>(screenshotSchema),
    summary: 'List the screenshots captured with an issue',
    rules: ['EP-15', 'RES-8'],
  },
  'issues.techContext': {
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}/tech-context',
    scope: 'issues:read',
    params: issueParams,
    query: noQuery,
    body: null,
    success: 200,
    response: itemOf<TechContext>(techContextSchema),
    summary: 'Read the browser, element and component an issue was reported on',
    rules: ['EP-16', 'RES-9'],
  },
  'issues.userActions': {
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}/user-actions',
    scope: 'issues:read',
    params: issueParams,
    query: noQuery,
    body: null,
    success: 200,
    response: listOf<UserAction>(userActionSchema),
    summary: 'Read what the reporter did before reporting',
    rules: ['EP-17', 'RES-10'],
  },
} as const satisfies Record<string, Endpoint>;

/** The type of the table, row by row. */
export type Endpoints = typeof endpoints;

/** The name of an operation, which is its SDK method's: `issues.comments.create`. */
export type EndpointName = keyof Endpoints;

/** What a success of an operation carries, envelope included. */
export type ResponseOf<Name extends EndpointName> = z.infer<Endpoints[Name]['response']>;
