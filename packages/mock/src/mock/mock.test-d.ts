import { createMock, type Mock, type MockOptions } from '@issue-tracking/mock';
import { expectTypeOf, test } from 'vitest';

test('an unknown choice or behavior option does not compile', () => {
  // @ts-expect-error no such field set
  expectTypeOf<MockOptions>({ behavior: { listItem: 'neither' } });
  // @ts-expect-error no such behavior option
  expectTypeOf<MockOptions>({ behavior: { listItems: 'both' } });
});

test('a fault for an unknown endpoint does not compile', () => {
  const { faults } = createMock();
  // @ts-expect-error no such endpoint
  faults.add({ endpoint: 'issues.create', status: 500 });
});

test('records of a collection are typed', () => {
  expectTypeOf<ReturnType<Mock['world']['issues']['find']>[number]['title']>().toEqualTypeOf<string>();
  expectTypeOf<ReturnType<Mock['world']['apiKeys']['find']>[number]['expiresAt']>().toEqualTypeOf<string | null>();
});

test('the fetch of clientOptions has the type of the global fetch', () => {
  expectTypeOf<Mock['clientOptions']['fetch']>().toEqualTypeOf<typeof fetch>();
});
