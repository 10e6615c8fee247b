import type {
  EndpointName,
  Issue,
  IssueListItem,
  IssueListOptions,
  IssueStatus,
  IssueUpdate,
  issueListQuery,
  Page,
  ProjectListFilters,
  ResponseOf,
} from '@issue-tracking/model';
import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';

test('responses carry the named types', () => {
  expectTypeOf<ResponseOf<'issues.list'>>().toEqualTypeOf<Page<IssueListItem>>();
  expectTypeOf<ResponseOf<'issues.get'>['data']>().toEqualTypeOf<Issue>();
  expectTypeOf<Issue['status']>().toEqualTypeOf<IssueStatus>();
});

test('a misspelt field does not compile, though unknown fields are kept', () => {
  // @ts-expect-error no such field
  expectTypeOf<Issue['titel']>();
});

test('verified and closed cannot be set [STA-5] [STA-6]', () => {
  expectTypeOf<IssueUpdate['status']>().toEqualTypeOf<
    'open' | 'in_progress' | 'blocked' | 'fix_submitted' | undefined
  >();
});

test('both organization filters together do not compile [GAP-6]', () => {
  // @ts-expect-error one of the two
  const filters: ProjectListFilters = {
    organizationSlug: 'acme',
    organizationId: '00000000-0000-0000-0000-000000000001',
  };
  expectTypeOf(filters).toBeObject();
});

test('the issue list takes exactly what its query describes [EP-6]', () => {
  expectTypeOf<keyof IssueListOptions>().toEqualTypeOf<keyof z.infer<typeof issueListQuery>>();
});

test('operations are named as the methods of the SDK are', () => {
  expectTypeOf<'issues.comments.create'>().toExtend<EndpointName>();
  expectTypeOf<'issues.create'>().not.toExtend<EndpointName>();
});
