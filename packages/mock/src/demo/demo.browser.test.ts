import { createMock, parseWorld } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { expect, test } from 'vitest';

test('the demo world is there in a page, too, and the mock takes it', async () => {
  const world = demoWorld();
  expect(parseWorld(world).organizations).toHaveLength(3);
  const mock = createMock({ world });
  const response = await mock.fetch(`${mock.baseUrl}/api/v1/projects`, {
    headers: { authorization: `Bearer ${mock.clientOptions.apiKey}` },
  });
  expect(await response.json()).toMatchObject({ total: 3 });
});
