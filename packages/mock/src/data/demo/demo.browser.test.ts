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

test('a page can show every picture, which has the form of the window it is of', async () => {
  for (const { organizations } of [parseWorld(demoWorld())]) {
    const issues = organizations.flatMap(({ projects }) => projects.flatMap((project) => project.issues));
    for (const { url, width, height } of issues.flatMap(({ screenshots }) => screenshots)) {
      const image = new Image();
      image.src = url;
      // Rejects for anything that is not a well-formed picture.
      await image.decode();
      expect(image.naturalWidth / image.naturalHeight).toBeCloseTo(width / height, 1);
    }
  }
});
