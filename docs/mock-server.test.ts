import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';

const page = readFileSync(join(import.meta.dirname, 'mock/server.md'), 'utf8');

test('the world file on the page can be loaded into a mock', async () => {
  const [, json = ''] = /^```json\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const mock = createMock({ world: JSON.parse(json) });
  const { fetch, baseUrl, apiKey } = mock.clientOptions;
  const response = await fetch(`${baseUrl}/api/v1/projects/prj_web/issues/1`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(await response.json()).toMatchObject({
    data: { metadataSummary: { consoleErrorCount: 1, networkErrorCount: 1, jsErrorCount: 1, screenshotCount: 1 } },
  });
});
