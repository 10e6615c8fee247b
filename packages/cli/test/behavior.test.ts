import { type Behavior, behaviorOptions, createMock } from '@issue-tracking/mock';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../tools/testing/random.ts';
import { isLong } from '../../../tools/testing/seeds.ts';
import { brokenIn } from './compare-broken-service.ts';
import { onIssue, run, serviceOf, worlds } from './fixture.ts';
import { services } from './services.ts';

/** Returns the service's behavior for an option. */
function actual(behavior: Partial<Behavior>, name: keyof Behavior): unknown {
  return behavior[name] ?? behaviorOptions[name].choices[0];
}

describe.each(Object.entries(worlds))('for a mock with a %s world', (kind, world) => {
  // The short run has each service with one of the worlds.
  test.each(isLong || kind === 'rich' ? services : services.slice(0, 1))(
    'and $name, each decided option is right, each other option has a reason, and no rule is broken, with responses after 0 to 300 ms',
    async ({ behavior }) => {
      const mock = serviceOf(world(), behavior);
      const random = randomFrom(1);
      const fetch: typeof globalThis.fetch = async (input, init) => {
        await mock.clock.sleep(random.below(300));
        return mock.fetch(input, init);
      };
      const { out } = await run(mock, ['compare', '--json', ...onIssue()], { fetch });
      const report = JSON.parse(out);
      expect([report.ended, report.drift, brokenIn(report)]).toEqual([undefined, [], []]);
      const { behavior: claimed, undecided } = report;
      for (const name of Object.keys(claimed) as (keyof Behavior)[]) {
        expect({ [name]: claimed[name] }).toEqual({ [name]: actual(behavior, name) });
      }
      expect([...Object.keys(claimed), ...Object.keys(undecided)].sort()).toEqual(Object.keys(behaviorOptions).sort());
      expect(Object.values(undecided)).not.toContain('');
      // A mock takes them.
      createMock({ behavior: claimed });
      counts[kind] = (counts[kind] ?? []).concat(Object.keys(claimed).length);
    },
  );
});

const counts: Record<string, number[]> = {};

test('compare leaves only the listed options undecided for a rich world, and states its date and base URL', async () => {
  const mock = serviceOf(worlds.rich());
  const { code, out } = await run(mock, ['compare', '--json', ...onIssue()]);
  expect(code).toBe(0);
  const { undecided, date, baseUrl } = JSON.parse(out);
  expect(Object.keys(undecided).sort()).toEqual(
    ['cors', 'lockout', 'missingTechContext', 'readLag', 'transitions'].sort(),
  );
  expect({ date, baseUrl }).toEqual({ date: '2026-11-02T09:00:00.000Z', baseUrl: mock.baseUrl });
  expect(Math.max(...(counts['sparse'] ?? []))).toBeLessThan(Math.max(...(counts['rich'] ?? [])));
});

test('without a test issue, compare only reads, and the reasons name the flags that allow writes', async () => {
  const mock = serviceOf(worlds.rich());
  const { out } = await run(mock, ['compare', '--json']);
  expect(JSON.parse(out).undecided.commentStatus).toBe('only a write shows it: --project ID --issue N --write');
  expect(new Set(mock.requests.all().map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('an options file that cannot be written is an error before the first request', async () => {
  const mock = serviceOf(worlds.rich());
  const { code, error } = await run(mock, ['compare', '--options', '/nowhere/options.json']);
  expect([code, error]).toEqual([2, expect.stringContaining("/nowhere/options.json can't be written (ENOENT)")]);
  expect(mock.requests.all()).toEqual([]);
});

test('compare prints a table of the behavior options', async () => {
  const mock = serviceOf(worlds.rich());
  const { out } = await run(mock, ['compare'], { terminal: true, env: { NO_COLOR: '1' } });
  expect(out).toMatch(/✓ issueOrder +"newest" {2}the mock's default\n/);
  expect(out).toMatch(/\? lockout +undecided: a test would lock out all clients at this address\n/);
});
