import * as inputs from '../create-mock/dashboard/inputs.ts';
import { type JsonRoute, route } from './route.ts';

/** Actions of users in the dashboard, one route for each member of `mock.dashboard`. */
export const dashboardRoutes: readonly JsonRoute[] = [
  route(
    'POST',
    'dashboard/createOrganization',
    'Create an organization: { id, slug, name, active }, all optional',
    { input: inputs.newOrganization },
    ({ mock }, { body }) => mock.dashboard.createOrganization(body),
  ),
  route(
    'POST',
    'dashboard/createProject',
    'Create a project: { organizationId } and optionally { id, slug, name, description }',
    { input: inputs.newProject },
    ({ mock }, { body }) => mock.dashboard.createProject(body),
  ),
  route(
    'POST',
    'dashboard/createIssue',
    'Create an issue: { projectId } and optionally the members of an issue in a world file',
    { input: inputs.newIssue },
    ({ mock }, { body }) => mock.dashboard.createIssue(body),
  ),
  route(
    'POST',
    'dashboard/verify',
    'Set verified, as a user does: { projectId, issueNumber }',
    { input: inputs.issueRef },
    ({ mock }, { body }) => mock.dashboard.verify(body),
  ),
  route(
    'POST',
    'dashboard/publishReport',
    'Set closed, as publishing a report does: { projectId, issueNumber }',
    { input: inputs.issueRef },
    ({ mock }, { body }) => mock.dashboard.publishReport(body),
  ),
  route(
    'POST',
    'dashboard/deleteIssue',
    'Delete an issue with its comments: { projectId, issueNumber }',
    { input: inputs.issueRef },
    async ({ mock }, { body }) => {
      await mock.dashboard.deleteIssue(body);
      return {};
    },
  ),
  route(
    'POST',
    'dashboard/addComment',
    'Comment as a user: { projectId, issueNumber, content } and optionally { authorName }',
    { input: inputs.commentOnIssue },
    ({ mock }, { body: { projectId, issueNumber, ...input } }) =>
      mock.dashboard.addComment({ projectId, issueNumber }, input),
  ),
  route(
    'POST',
    'dashboard/createApiKey',
    'Create an API key: { organizationId } and optionally { key, name, scopes, expiresAt }',
    { input: inputs.newApiKey },
    ({ mock }, { body }) => mock.dashboard.createApiKey(body),
  ),
  route(
    'POST',
    'dashboard/revokeApiKey',
    'Revoke an API key: { key }',
    { input: inputs.revokedApiKey },
    async ({ mock }, { body }) => {
      await mock.dashboard.revokeApiKey(body);
      return {};
    },
  ),
  route(
    'POST',
    'dashboard/setScopes',
    'Change the scopes of an API key or access token: { key, scopes } or { token, scopes }',
    { input: inputs.scopesOfCredential },
    async ({ mock }, { body }) => {
      // The schema requires a key or a token.
      await mock.dashboard.setScopes(body as inputs.CredentialRef, body.scopes);
      return {};
    },
  ),
  route(
    'POST',
    'dashboard/setOrganizations',
    'Change the organizations of a user: { id, organizations }, by their slugs',
    { input: inputs.organizationsOfUser },
    ({ mock }, { body }) => mock.dashboard.setOrganizations(body, body.organizations),
  ),
  route(
    'POST',
    'dashboard/createUser',
    'Create a user: { id, name, organizations }, all optional; organizations by their slugs',
    { input: inputs.newUser },
    ({ mock }, { body }) => mock.dashboard.createUser(body),
  ),
  route(
    'POST',
    'dashboard/createAccessToken',
    'Create an OAuth access token: { userId } and optionally { token, name, scopes, expiresAt }',
    { input: inputs.newAccessToken },
    ({ mock }, { body }) => mock.dashboard.createAccessToken(body),
  ),
];
