import { type Comment, commentSchema } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import * as inputs from '../dashboard/inputs.ts';
import { recordSchemas } from '../store/records.ts';
import { nothing } from './outputs.ts';
import { type JsonRoute, post } from './route.ts';

const { organizations, projects, issues, apiKeys, users, accessTokens } = recordSchemas;
const comment: z.ZodMiniType<Comment> = commentSchema;

/** What only people can do, one route for each member of `mock.dashboard`. */
export const dashboardRoutes: readonly JsonRoute[] = [
  post(
    'dashboard/createOrganization',
    'Create an organization: { id, slug, name, active }, all optional',
    { input: inputs.newOrganization, output: organizations },
    ({ mock }, organization) => mock.dashboard.createOrganization(organization),
  ),
  post(
    'dashboard/createProject',
    'Create a project: { organizationId } and optionally { id, slug, name, description }',
    { input: inputs.newProject, output: projects },
    ({ mock }, project) => mock.dashboard.createProject(project),
  ),
  post(
    'dashboard/createIssue',
    'Create an issue: { projectId } and optionally what an issue of a world file has',
    { input: inputs.newIssue, output: issues },
    ({ mock }, issue) => mock.dashboard.createIssue(issue),
  ),
  post(
    'dashboard/verify',
    'Set verified, as a person does: { projectId, issueNumber }',
    { input: inputs.issueRef, output: issues },
    ({ mock }, ref) => mock.dashboard.verify(ref),
  ),
  post(
    'dashboard/publishReport',
    'Set closed, as publishing a report does: { projectId, issueNumber }',
    { input: inputs.issueRef, output: issues },
    ({ mock }, ref) => mock.dashboard.publishReport(ref),
  ),
  post(
    'dashboard/addComment',
    'Comment as a person: { projectId, issueNumber, content } and optionally { authorName }',
    { input: inputs.commentOnIssue, output: comment },
    ({ mock }, { projectId, issueNumber, ...input }) => mock.dashboard.addComment({ projectId, issueNumber }, input),
  ),
  post(
    'dashboard/createApiKey',
    'Create an API key: { organizationId } and optionally { key, scopes, expiresAt }',
    { input: inputs.newApiKey, output: apiKeys },
    ({ mock }, apiKey) => mock.dashboard.createApiKey(apiKey),
  ),
  post(
    'dashboard/revokeApiKey',
    'Have an API key rejected from now on: { key }',
    { input: inputs.revokedApiKey, output: nothing },
    async ({ mock }, { key }) => {
      await mock.dashboard.revokeApiKey(key);
      return {};
    },
  ),
  post(
    'dashboard/createUser',
    'Create a person: { id, name, organizations }, all optional; organizations by their slugs',
    { input: inputs.newUser, output: users },
    ({ mock }, user) => mock.dashboard.createUser(user),
  ),
  post(
    'dashboard/createAccessToken',
    'Create an OAuth access token: { userId } and optionally { token, scopes, expiresAt }',
    { input: inputs.newAccessToken, output: accessTokens },
    ({ mock }, token) => mock.dashboard.createAccessToken(token),
  ),
];
