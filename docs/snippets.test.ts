import { inspect } from 'node:util';
import { createMock } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { setupMock } from '@issue-tracking/mock/msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startRedis } from '../packages/sdk/test/support/redis-server.ts';
import { blockMark, pages, snippetsOf } from '../tools/doc-test/snippets.ts';

const snippets = pages().flatMap(snippetsOf);

describe('the code of', () => {
  const mock = createMock();
  // The mock that `issue-tracking-mock` serves by default, which some pages start. The environment below names its address.
  const demo = createMock({ baseUrl: 'http://127.0.0.1:4010', world: demoWorld() });
  const server = setupMock([mock, demo]);
  const onEnd = process.listeners('SIGTERM');

  beforeEach(() => {
    vi.stubEnv('ISSUE_TRACKING_BASE_URL', demo.baseUrl);
    vi.stubEnv('ISSUE_TRACKING_API_KEY', demo.clientOptions.apiKey);
    mock.reset();
    demo.reset();
    server.listen({ onUnhandledFrame: 'bypass' });
  });
  afterEach(() => {
    server.close();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    // The page's program would end with its process.
    for (const listener of process.listeners('SIGTERM'))
      if (!onEnd.includes(listener)) process.off('SIGTERM', listener);
  });

  for (const { title, file, prints, needsRedis } of snippets.filter(({ runs }) => runs)) {
    const tags = needsRedis ? ['redis-server'] : [];
    test(`${title} prints the output that the page shows`, { tags }, async ({ onTestFinished }) => {
      if (needsRedis) {
        const redis = await startRedis();
        onTestFinished(() => redis.stop());
        vi.stubEnv('REDIS_URL', redis.path);
      }
      const printed: string[] = [];
      vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(values.map(render).join(' ')));
      await import(file);
      for (const { line, text } of prints)
        expect(outputOf(printed, line), `output of the block at line ${line}`).toBe(text);
    });
  }
});

function render(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value);
}

function outputOf(printed: string[], line: number): string {
  const start = printed.indexOf(blockMark(line)) + 1;
  const length = printed.slice(start).findIndex((text) => text.startsWith(blockMark(0).slice(0, 12)));
  return printed
    .slice(start, length < 0 ? undefined : start + length)
    .join('\n')
    .trim();
}
