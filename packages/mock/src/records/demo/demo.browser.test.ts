import { createMock, parseWorld } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { expect, test } from 'vitest';

test('a mock in a browser can serve the demo world', async () => {
  const world = demoWorld();
  expect(parseWorld(world).organizations).toHaveLength(3);
  const mock = createMock({ world });
  const response = await mock.fetch(`${mock.baseUrl}/api/v1/projects`, {
    headers: { authorization: `Bearer ${mock.clientOptions.apiKey}` },
  });
  expect(await response.json()).toMatchObject({ total: 3 });
});

test('a browser can decode each screenshot of the demo, with the aspect ratio of its width and height', async () => {
  const issues = createMock({ world: demoWorld() }).world.issues.find();
  for (const { url, width, height } of issues.flatMap(({ screenshots }) => screenshots)) {
    const image = new Image();
    image.src = url;
    // Rejects for anything that is not a well-formed picture.
    await image.decode();
    expect(image.naturalWidth / image.naturalHeight).toBeCloseTo(width / height, 1);
  }
});
