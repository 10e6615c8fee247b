import { type Behavior, behaviorOptions, createMock } from '@issue-tracking/mock';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../tools/testing/random.ts';
import { isLong } from '../../../tools/testing/seeds.ts';
import { brokenIn, type Report } from './compare-broken-service.ts';
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
      const { code, out } = await run(mock, ['compare', '--json', ...onIssue()], { fetch });
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
      runs[kind] = [...(runs[kind] ?? []), { code, report, decided: Object.keys(claimed).length }];
    },
  );
});

/** The runs above. The first with each world is that with the defaults. */
const runs: Record<string, { code: number; report: Report; decided: number }[]> = {};
const mostDecided = (kind: string) => Math.max(...(runs[kind] ?? []).map(({ decided }) => decided));

test('compare leaves only the listed options undecided for a rich world, and states its date and base URL', () => {
  const { code, report } = runs['rich']?.[0] ?? {};
  expect(code).toBe(0);
  expect(Object.keys(report?.undecided ?? {}).sort()).toEqual(
    ['cors', 'lockout', 'missingTechContext', 'readLag', 'transitions'].sort(),
  );
  expect(report).toMatchObject({ date: '2026-11-02T09:00:00.000Z', baseUrl: 'https://issues.test' });
  expect(mostDecided('sparse')).toBeLessThan(mostDecided('rich'));
});

test('an options file that cannot be written is an error before the first request', async () => {
  const mock = serviceOf(worlds.rich());
  const { code, error } = await run(mock, ['compare', '--options', '/nowhere/options.json']);
  expect([code, error]).toEqual([2, expect.stringContaining("/nowhere/options.json can't be written (ENOENT)")]);
  expect(mock.requests.all()).toEqual([]);
});
