import { exactEnum, scopes } from '@issue-tracking/model';
import * as z from 'zod/mini';
import type { IssueInput } from '../world/world.ts';
import { post } from './route.ts';

const issues = z.array(z.record(z.string(), z.unknown(), 'must be an object'));

const body = z.strictObject({
  issues: z.exactOptional(
    z.union(
      [z.int().check(z.nonnegative(), z.lte(100_000)), issues],
      'must be a whole number up to 100000, or an array of issues',
    ),
  ),
  scopes: z.exactOptional(z.array(exactEnum(scopes), 'must be an array')),
});

/** Data of its own for each test. */
export const tenantRoutes = [
  post(
    'tenants',
    'Make an organization, project and key of their own: { issues, scopes }, both optional',
    body,
    async ({ mock, url }, { issues: wanted, scopes: granted }) => {
      const { organization, project, apiKey } = await mock.tenant({
        // Only known to be objects: the mock checks each as it checks an issue of a world file.
        ...(wanted !== undefined && { issues: wanted as number | IssueInput[] }),
        ...(granted && { scopes: granted }),
      });
      return { organization, project, apiKey, clientOptions: { baseUrl: url, apiKey } };
    },
  ),
];
