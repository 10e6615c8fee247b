import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { expect, test } from 'vitest';
import { main } from '../packages/cli/src/main.ts';
import { matches } from '../tools/doc-test/parse-page.ts';

const page = readFileSync(join(import.meta.dirname, 'mock/compare-with-your-service.md'), 'utf8');
const commands = [...page.matchAll(/^```sh\n([^`]*?)\n```\n\n```text\n([\s\S]*?)^```$/gm)];

/** Replaces counts that change with each new rule or endpoint. */
function uncounted(text: string): string {
  return text.replaceAll(/\d+ (rules passed|not tested|requests)/g, 'N $1');
}

test('the page shows the commands compare and pull with their output', () => {
  expect(commands.map(([, command]) => command?.split(' ')[2])).toEqual(['compare', 'pull']);
});

test.each(commands.map(([, command = '', output = '']) => ({ command, output })))(
  '$command prints the output that the page shows',
  async ({ command, output }) => {
    const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-guide-'));
    const clock = virtualClock({ now: '2026-11-02T09:00:00.000Z', auto: true });
    const baseUrl = 'http://127.0.0.1:4010';
    const { fetch } = createMock({ world: demoWorld(), baseUrl, clock });
    let printed = '';
    const write = (text: string) => {
      printed += text;
    };
    const argv = command
      .split(' ')
      .slice(2)
      .map((word) => (word.endsWith('.json') ? join(folder, word) : word));
    const code = await main(argv, {
      out: write,
      error: write,
      terminal: { out: true, error: false },
      env: { ISSUE_TRACKING_BASE_URL: baseUrl, ISSUE_TRACKING_API_KEY: 'svc_acme_demo', NO_COLOR: '1' },
      stdin: async () => '',
      onStop() {},
      fetch,
      clock,
    });
    rmSync(folder, { recursive: true });
    expect(code).toBe(0);
    const plain = uncounted(printed.replaceAll(`${folder}/`, ''));
    // Each line whole: a part of one looks like a line of its own.
    for (const line of uncounted(output).trimEnd().split('\n'))
      expect(matches(plain, line), `${line}\n${plain}`).toBe(true);
  },
);
