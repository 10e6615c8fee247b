import { exactEnum, scopes, timestamp, uuid } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { type JsonRoute, post } from './route.ts';

const text = z.string('must be a string');
const issueNumber = z.number('must be a number');
const issueRef = { projectId: text, issueNumber };
const grant = {
  scopes: z.exactOptional(z.array(exactEnum(scopes), 'must be an array')),
  expiresAt: z.exactOptional(z.nullable(timestamp)),
};

/** What only people can do, one route for each member of `mock.dashboard`. */
export const dashboardRoutes: readonly JsonRoute[] = [
  post(
    'dashboard/createOrganization',
    'Create an organization: { id, slug, name, active }, all optional',
    z.strictObject({
      id: z.exactOptional(uuid),
      slug: z.exactOptional(text),
      name: z.exactOptional(text),
      active: z.exactOptional(z.boolean('must be true or false')),
    }),
    ({ mock }, organization) => mock.dashboard.createOrganization(organization),
  ),
  post(
    'dashboard/createProject',
    'Create a project: { organizationId } and optionally { id, slug, name, description }',
    z.strictObject({
      organizationId: text,
      id: z.exactOptional(text),
      slug: z.exactOptional(text),
      name: z.exactOptional(text),
      description: z.exactOptional(z.nullable(text)),
    }),
    ({ mock }, project) => mock.dashboard.createProject(project),
  ),
  post(
    'dashboard/createIssue',
    'Create an issue: { projectId } and optionally what an issue of a world file has',
    // The mock checks the rest as it checks a world file.
    z.looseObject({ projectId: text }),
    ({ mock }, issue) => mock.dashboard.createIssue(issue),
  ),
  post(
    'dashboard/verify',
    'Set verified, as a person does: { projectId, issueNumber }',
    z.strictObject(issueRef),
    ({ mock }, ref) => mock.dashboard.verify(ref),
  ),
  post(
    'dashboard/publishReport',
    'Set closed, as publishing a report does: { projectId, issueNumber }',
    z.strictObject(issueRef),
    ({ mock }, ref) => mock.dashboard.publishReport(ref),
  ),
  post(
    'dashboard/addComment',
    'Comment as a person: { projectId, issueNumber, content } and optionally { authorName }',
    z.strictObject({ ...issueRef, content: text, authorName: z.exactOptional(text) }),
    ({ mock }, { projectId, issueNumber: number, ...comment }) =>
      mock.dashboard.addComment({ projectId, issueNumber: number }, comment),
  ),
  post(
    'dashboard/createApiKey',
    'Create an API key: { organizationId } and optionally { key, scopes, expiresAt }',
    z.strictObject({ organizationId: text, key: z.exactOptional(text), ...grant }),
    ({ mock }, apiKey) => mock.dashboard.createApiKey(apiKey),
  ),
  post(
    'dashboard/revokeApiKey',
    'Have an API key refused from now on: { key }',
    z.strictObject({ key: text }),
    async ({ mock }, { key }) => {
      await mock.dashboard.revokeApiKey(key);
      return {};
    },
  ),
  post(
    'dashboard/createUser',
    'Create a person: { id, name, organizations }, all optional; organizations by their slugs',
    z.strictObject({
      id: z.exactOptional(text),
      name: z.exactOptional(text),
      organizations: z.exactOptional(z.array(text, 'must be an array')),
    }),
    ({ mock }, user) => mock.dashboard.createUser(user),
  ),
  post(
    'dashboard/createAccessToken',
    'Create an OAuth access token: { userId } and optionally { token, scopes, expiresAt }',
    z.strictObject({ userId: text, token: z.exactOptional(text), ...grant }),
    ({ mock }, token) => mock.dashboard.createAccessToken(token),
  ),
];
