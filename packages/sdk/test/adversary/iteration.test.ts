import { expect, test } from 'vitest';
import { seeds } from '../../../../tools/testing/seeds.ts';
import { against } from './against.ts';
import type { Switches } from './service/switches.ts';

/** Iterates over all issues; says which of those that were there all the time were missed, and whether that was reported. */
async function iterate(switches: Partial<Switches>, seed: number, { issues = 12, limit = 4 } = {}) {
  const { client, clock, service, random } = against(switches, { seed, issues });
  const told = new Set<string>();
  const one = client({ hooks: { onDrift: ({ kind }) => void told.add(kind) } });
  const start = clock.now();
  if (switches.order === 'last update first') {
    for (let n = 1; n <= issues; n++) {
      void clock.sleep(random.between(0, 600)).then(() => {
        const issue = service.issues.find(n);
        if (issue && random.chance(0.3))
          service.issues.change(issue, { at: clock.now(), by: 'person', priority: 'high' });
      });
    }
  }
  const seen = (await clock.run(one.issues.list('prj_web', { limit }).toArray())).map(({ issueNumber }) => issueNumber);
  const there = service.issues.all.filter(({ createdAt, leftAt }) => createdAt <= start && leftAt > clock.now());
  return {
    missed: there.filter(({ number }) => !seen.includes(number)).length,
    twice: seen.length - new Set(seen).size,
    told: told.has('unstable-list'),
    requests: service.counts.requests.length,
  };
}

const moving: [string, Partial<Switches>][] = [
  ['issues with equal times in no stable order', { order: 'unstable ties' }],
  ['issues that enter', { membership: { kind: 'enter', everyPages: 2 } }],
  ['issues that leave', { membership: { kind: 'leave', everyPages: 2 } }],
  [
    'issues that leave and have no stable order',
    { order: 'unstable ties', membership: { kind: 'leave', everyPages: 3 } },
  ],
  ['issues that move up when a user changes them', { order: 'last update first' }],
];

const all = seeds(5, 300);

test.each(moving)(
  `[EP-5] [GAP-7] ${all.length} iterations over %s return no issue twice, and each incomplete one is reported`,
  async (_, switches) => {
    const incomplete: number[] = [];
    let told = 0;
    for (const seed of all) {
      const result = await iterate(switches, seed);
      expect(result.twice, `seed ${seed}`).toBe(0);
      if (result.missed > 0 && !result.told) incomplete.push(seed);
      if (result.told) told++;
    }
    expect(incomplete, 'seeds that missed issues and told nothing').toEqual([]);
    // Telling each time would be no help to anybody, unless issues come and go all the time.
    if (!switches.membership) expect(told).toBeLessThan(all.length / 10);
  },
  120_000,
);

test('[EP-5] an iteration over an unchanged list requests each page once', async () => {
  expect(await iterate({}, 1, { issues: 12, limit: 4 })).toEqual({ missed: 0, twice: 0, told: false, requests: 3 });
});
