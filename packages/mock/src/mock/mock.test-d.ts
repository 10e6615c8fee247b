import { createMock, type Mock, type MockOptions } from '@issue-tracking/mock';
import { expectTypeOf, test } from 'vitest';

test('a choice that a behavior option does not have, or a behavior option there is not, does not compile', () => {
  // @ts-expect-error no such field set
  expectTypeOf<MockOptions>({ behavior: { listItem: 'neither' } });
  // @ts-expect-error no such behavior option
  expectTypeOf<MockOptions>({ behavior: { listItems: 'both' } });
});

test('a fault for an endpoint that does not exist does not compile', () => {
  const { faults } = createMock();
  // @ts-expect-error no such endpoint
  faults.add({ endpoint: 'issues.create', status: 500 });
});

test('records of a collection are typed', () => {
  expectTypeOf<ReturnType<Mock['world']['issues']['findMany']>[number]['title']>().toEqualTypeOf<string>();
  expectTypeOf<ReturnType<Mock['world']['apiKeys']['findMany']>[number]['expiresAt']>().toEqualTypeOf<string | null>();
});

test('client options are what a client of any kind takes', () => {
  expectTypeOf<Mock['clientOptions']['fetch']>().toEqualTypeOf<typeof fetch>();
});
