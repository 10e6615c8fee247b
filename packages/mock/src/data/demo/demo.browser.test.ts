import { createMock, parseWorld } from '@issue-tracking/mock';
import { demoWorld, screenshot } from '@issue-tracking/mock/demo';
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

test.each(['/', '/cart', '/checkout/payment', '/reports/overview'])(
  'the picture of %s is one that a page can show',
  async (path) => {
    for (const viewportSize of ['1920x969', '390x844']) {
      const image = new Image();
      image.src = screenshot({ pageUrl: `https://shop.acme.example${path}`, viewportSize }).url;
      // Rejects for anything that is no well-formed picture.
      await image.decode();
      expect(image.naturalWidth).toBeGreaterThan(0);
    }
  },
);
