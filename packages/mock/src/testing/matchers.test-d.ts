import '@issue-tracking/mock/matchers';
import { createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';

test('expectations of a mock are typed', () => {
  const mock = createMock();
  expect(mock).toHaveReceived('issues.comments.create', { times: 1, body: { content: /Fixed/ } });
  expect(mock).not.toHaveReceivedInOrder(['issues.get', { endpoint: 'issues.update', status: 200 }]);
  // @ts-expect-error no such endpoint
  expect(mock).toHaveReceived('issues.create');
  // @ts-expect-error no such member
  expect(mock).toHaveReceived({ enpoint: 'issues.get' });
});
