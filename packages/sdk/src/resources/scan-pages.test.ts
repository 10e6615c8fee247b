import { expect, test } from 'vitest';
import { randomFrom } from '../../../../tools/testing/random.ts';
import { seeds } from '../../../../tools/testing/seeds.ts';
import { listItem } from '../../test/support/records.ts';
import { scanPages } from './scan-pages.ts';

const all = seeds(60, 20_000);
const requireCounts = () => {};

/**
 * One iteration over a list that doesn't change, sorted by a time that groups of issues share. Within a group the
 * service answers each request in another order, as a database may, so an issue can stand on page 1 while page 2 is
 * read and on page 2 while page 1 is.
 */
async function iterate(seed: number, wholeListTies: boolean) {
  const random = randomFrom(seed);
  const size = 20 + random.below(231);
  const limit = random.pick([10, 20, 50, 100]);
  const groups: number[][] = [];
  for (let next = 1; next <= size; ) {
    const length = wholeListTies ? size : Math.min(1 + random.below(40), size - next + 1);
    groups.push(Array.from({ length }, (_, index) => next + index));
    next += length;
  }
  const seen = new Set<number>();
  let told = false;
  let given = 0;
  const source = {
    firstPage: 1,
    limit,
    read: async (page: number) => {
      const all = groups.flatMap((group) => random.shuffled(group));
      const data = all.slice((page - 1) * limit, page * limit).map(listItem);
      return { data, total: size, page, totalPages: Math.ceil(size / limit), requireCounts };
    },
    unstable: () => {
      told = true;
    },
  };
  for await (const { fresh } of scanPages(source)) {
    for (const { issueNumber } of fresh) {
      seen.add(issueNumber);
      given++;
    }
  }
  return { complete: seen.size === size, doubled: given - seen.size, told };
}

async function simulate(wholeListTies: boolean) {
  const sum = { incomplete: 0, silent: 0, falselyTold: 0, doubled: 0 };
  for (const seed of all) {
    const { complete, doubled, told } = await iterate(seed, wholeListTies);
    if (!complete) sum.incomplete++;
    if (!complete && !told) sum.silent++;
    if (complete && told) sum.falselyTold++;
    sum.doubled += doubled;
  }
  return sum;
}

test.each([
  ['some issues are equal', false],
  ['all issues are equal', true],
])(
  `in ${all.length} seeded iterations where %s and change their order with each request, hardly one is incomplete, and is reported [GAP-7]`,
  async (_, wholeListTies) => {
    const { incomplete, ...never } = await simulate(wholeListTies);
    expect(never).toEqual({ silent: 0, falselyTold: 0, doubled: 0 });
    // About 1 in 14,000 is, so a few seeds say little about the rate: 3 are allowed to any number.
    expect(incomplete).toBeLessThanOrEqual(3 + all.length / 2_000);
  },
  600_000,
);

type Order = 'newest first' | 'oldest first' | 'none';

/**
 * One iteration over a list without a filter, to which issues come while it is read. Issues of one time come in another
 * order each time, new ones may have the time of the newest, and the list has any order.
 */
async function iterateGrowing(seed: number) {
  const random = randomFrom(seed);
  const order = random.pick<Order>(['newest first', 'newest first', 'oldest first', 'none']);
  const limit = random.pick([5, 10, 20]);
  const evenly = 1 + random.below(30);
  const issues = Array.from({ length: 10 + random.below(150) }, (_, n) => ({
    number: n + 1,
    at: Math.floor(n / evenly),
  }));
  const size = issues.length;
  const often = random.below(3) === 0 ? 0 : 0.1 * random.below(8);
  let told = false;
  let reads = 0;
  const read = async (page: number) => {
    reads++;
    const sorted = random.shuffled(issues);
    if (order !== 'none') sorted.sort((a, b) => (order === 'newest first' ? b.at - a.at : a.at - b.at));
    const data = sorted.slice((page - 1) * limit, page * limit).map(({ number, at }) => ({
      ...listItem(number),
      createdAt: new Date(Date.parse('2026-04-01T09:30:00Z') + at * 1_000).toISOString(),
    }));
    const found = { data, total: issues.length, page, totalPages: Math.ceil(issues.length / limit), requireCounts };
    if (random.below(100) < often * 100) {
      const newest = issues.at(-1)?.at ?? 0;
      issues.push({ number: issues.length + 1, at: random.below(3) ? newest + 1 : newest });
    }
    return found;
  };
  const seen = new Set<number>();
  const unstable = () => {
    told = true;
  };
  const source = { firstPage: 1, limit, onlyGrows: true, read, unstable };
  for await (const { fresh } of scanPages(source)) for (const { issueNumber } of fresh) seen.add(issueNumber);
  const missed = issues.slice(0, size).filter(({ number }) => !seen.has(number)).length;
  return { missed, told, order, evenly, reads, pages: Math.ceil(issues.length / limit) };
}

test(`in ${all.length} seeded iterations over a growing list, none misses an earlier issue without a report [EP-5]`, async () => {
  for (const seed of all) {
    const { missed, told, order, evenly, reads, pages } = await iterateGrowing(seed);
    if (missed > 0) expect(told, `seed ${seed}`).toBe(true);
    // Where the order is the default's and stands, it is read once.
    if (order === 'newest first' && evenly === 1) expect(reads, `seed ${seed}`).toBeLessThanOrEqual(pages + 1);
  }
}, 600_000);
