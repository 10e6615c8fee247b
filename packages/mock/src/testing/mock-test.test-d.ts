import type { Mock, MockClientOptions, Tenant } from '@issue-tracking/mock';
import { test } from '@issue-tracking/mock/vitest';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expectTypeOf } from 'vitest';

test('each fixture has its own type', ({ mock, tenant, clientOptions }) => {
  expectTypeOf(mock).toEqualTypeOf<Mock>();
  expectTypeOf(tenant).toEqualTypeOf<Tenant>();
  expectTypeOf(clientOptions).toEqualTypeOf<MockClientOptions>();
});

test.extend('client', ({ clientOptions }) => new IssueTrackingClient(clientOptions))(
  'a fixture made from the options of a client has its type',
  ({ client }) => {
    expectTypeOf(client).toEqualTypeOf<IssueTrackingClient>();
  },
);
