import type { Mock, MockClientOptions, Tenant } from '@issue-tracking/mock';
import { test, trackerTest } from '@issue-tracking/mock/vitest';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expectTypeOf } from 'vitest';

test('each fixture has its own type', ({ mock, tenant, clientOptions }) => {
  expectTypeOf(mock).toEqualTypeOf<Mock>();
  expectTypeOf(tenant).toEqualTypeOf<Tenant>();
  expectTypeOf(clientOptions).toEqualTypeOf<MockClientOptions>();
});

trackerTest({ client: IssueTrackingClient })('the client has the type of the passed class', ({ client }) => {
  expectTypeOf(client).toEqualTypeOf<IssueTrackingClient>();
});

class OtherClient {
  readonly url: URL;
  constructor(options: { url: URL }) {
    this.url = options.url;
  }
}

// @ts-expect-error a class that can't be made from a tenant's options
trackerTest({ client: OtherClient });
