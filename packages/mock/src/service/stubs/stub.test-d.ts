import { createMock } from '@issue-tracking/mock';
import { expectTypeOf, test } from 'vitest';

test('the parameters of a stub are typed by its path', () => {
  const { stubs } = createMock();
  stubs.add({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/issues/{issueNumber}/events',
    reply({ params, body }) {
      expectTypeOf(params.projectId).toEqualTypeOf<string>();
      expectTypeOf(params.issueNumber).toEqualTypeOf<string>();
      expectTypeOf(body).toEqualTypeOf<unknown>();
      // @ts-expect-error the path has no such parameter
      return params.eventId;
    },
  });
  // @ts-expect-error not below /api/v1/
  stubs.add({ method: 'GET', path: '/events', reply: {} });
});
