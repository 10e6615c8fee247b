import { type Drift, IssuePage, NotFoundError } from '@issue-tracking/sdk';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { runs } from '../../../../tools/testing/seeds.ts';
import { listItem } from '../../test/support/records.ts';
import { errorResponse, json, scripted } from '../../test/support/scripted-service.ts';

interface Read {
  page: number;
  limit: number;
  status: string | null;
}

/**
 * A service whose list is what `numbers` says at the moment of each read. `instead` says what differs of the page, or
 * gives another response.
 */
function listing(
  numbers: (read: Read, count: number) => number[],
  instead: (read: Read, count: number, total: number) => object = () => ({}),
) {
  const reads: Read[] = [];
  const drift: Drift[] = [];
  const step = (request: Request) => {
    const query = new URL(request.url).searchParams;
    const read = {
      page: Number(query.get('page') ?? 1),
      limit: Number(query.get('limit') ?? 20),
      status: query.get('status'),
    };
    reads.push(read);
    const all = numbers(read, reads.length);
    const from = (read.page - 1) * read.limit;
    const other = instead(read, reads.length, all.length);
    if (other instanceof Response) return other;
    return json({
      data: all.slice(from, from + read.limit).map(listItem),
      total: all.length,
      page: read.page,
      totalPages: Math.ceil(all.length / read.limit),
      ...other,
    });
  };
  const hooks = { onDrift: (finding: Drift) => void drift.push(finding) };
  return { ...scripted([step], { hooks, rateLimit: false }), reads, drift };
}

/** For a service that has nothing to say of a page after the last. */
const pastEnd = (status: number) => (read: Read, _count: number, total: number) =>
  read.page > Math.max(1, Math.ceil(total / read.limit)) ? errorResponse(status, 'No such page') : {};

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const numbersOf = (issues: { issueNumber: number }[]) => issues.map(({ issueNumber }) => issueNumber);

describe('an awaited list', () => {
  test("sends nothing before it is awaited, and then requests one page of the service's default size [EP-5] [EP-7]", async () => {
    const { client, sent } = listing(() => upTo(45));
    const list = client.issues.list('prj_web', { status: 'open' });
    expect(String(list)).toBe('[object IssueList]');
    expect(sent()).toEqual([]);
    const page = await list;
    expect(page).toBeInstanceOf(IssuePage);
    expect(page).toMatchObject({ total: 45, page: 1, totalPages: 3 });
    expect(page.data).toHaveLength(20);
    expect(sent()).toEqual(['GET /api/v1/projects/prj_web/issues?status=open']);
    expect(await list).toBe(page);
    expect(sent()).toHaveLength(1);
  });

  test('is a promise, and what follows it is a plain one', async () => {
    const { client } = listing(() => upTo(45));
    const list = client.issues.list('prj_web');
    expect(list).toBeInstanceOf(Promise);
    expect(Object.getPrototypeOf(list.finally(() => {}))).toBe(Promise.prototype);
    const pages = await Promise.all([list, Promise.race([client.issues.list('prj_web', { page: 3 })])]);
    expect(pages.map(({ page }) => page)).toEqual([1, 3]);
    expect((await Promise.resolve(list)).total).toBe(45);
  });

  test('a page can be iterated', async () => {
    const { client } = listing(() => upTo(45));
    expect([...(await client.issues.list('prj_web', { page: 3 }))].map(({ issueNumber }) => issueNumber)).toEqual(
      upTo(45).slice(40),
    );
  });

  test('has toJSON(), which returns a plain object that can be cloned', async () => {
    const { client } = listing(() => upTo(25));
    const page = await client.issues.list('prj_web');
    const plain = page.toJSON();
    expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
    expect(structuredClone(plain)).toEqual({ data: upTo(20).map(listItem), total: 25, page: 1, totalPages: 2 });
    expect(JSON.parse(JSON.stringify(page))).toEqual(plain);
  });

  test('has catch, finally and withResponse, like a promise', async () => {
    const { client } = scripted([errorResponse(404, 'Project not found')], { logLevel: 'off' });
    expect(await client.issues.list('prj_web').catch((error: unknown) => (error as Error).name)).toBe('NotFoundError');
    const last = vi.fn();
    await expect(client.issues.list('prj_web').finally(last)).rejects.toBeInstanceOf(NotFoundError);
    expect(last).toHaveBeenCalledOnce();
    const { response } = await listing(() => [1])
      .client.issues.list('prj_web')
      .withResponse();
    expect(response.status).toBe(200);
  });
});

describe('an iterated list', () => {
  test.each([1, 3])('rejects before the next issue if the signal aborts within page %d', async (page) => {
    const { client, reads } = listing(() => upTo(250));
    const stop = new AbortController();
    const met: number[] = [];
    const iterate = async () => {
      for await (const { issueNumber } of client.issues.list('prj_web', {}, { signal: stop.signal })) {
        met.push(issueNumber);
        if (issueNumber === page * 100 - 90) stop.abort(new Error('enough'));
      }
    };
    await expect(iterate()).rejects.toMatchObject({ name: 'AbortError', cause: { message: 'enough' } });
    expect(met).toEqual(upTo(page * 100 - 90));
    expect(reads).toHaveLength(page);
  });

  test('returns every issue, with 100 per page unless limit is set [EP-7]', async () => {
    const { client, reads } = listing(() => upTo(250));
    const list = client.issues.list('prj_web');
    expect(numbersOf(await list.toArray())).toEqual(upTo(250));
    expect(reads.map(({ page, limit }) => [page, limit])).toEqual([
      [1, 100],
      [2, 100],
      [3, 100],
    ]);
    expect(numbersOf(await client.issues.list('prj_web', { limit: 7, page: 30 }).toArray())).toEqual(
      upTo(250).slice(203),
    );
    expect(reads.at(-1)).toMatchObject({ page: 36, limit: 7 });
  });

  test('requests no further pages after a break, and none beyond max', async () => {
    const { client, reads } = listing(() => upTo(250));
    for await (const { issueNumber } of client.issues.list('prj_web')) if (issueNumber === 100) break;
    expect(reads).toHaveLength(1);
    expect(await client.issues.list('prj_web').toArray({ max: 100 })).toHaveLength(100);
    expect(reads).toHaveLength(2);
    expect(await client.issues.list('prj_web').toArray({ max: 101 })).toHaveLength(101);
    expect(reads).toHaveLength(4);
    expect(await client.issues.list('prj_web').toArray({ max: 0 })).toEqual([]);
    expect(reads).toHaveLength(4);
  });

  test('returns pages one at a time, including an empty first page', async () => {
    const { client } = listing(() => upTo(250));
    const sizes: number[] = [];
    for await (const page of client.issues.list('prj_web').pages()) sizes.push(page.data.length);
    expect(sizes).toEqual([100, 100, 50]);
    const empty: number[] = [];
    for await (const page of listing(() => [])
      .client.issues.list('prj_web')
      .pages())
      empty.push(page.total);
    expect(empty).toEqual([0]);
  });

  test('shares requests between concurrent next() calls and keeps their order', async () => {
    const { client, reads } = listing(() => upTo(3));
    const iterator = client.issues.list('prj_web', { limit: 2 })[Symbol.asyncIterator]();
    const results = await Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()]);
    expect(results.map(({ value }) => value?.issueNumber)).toEqual([1, 2, 3, undefined]);
    expect(reads).toHaveLength(2);
  });

  test('rejects only where it is read, with no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { client } = scripted([errorResponse(404, 'Project not found')], { logLevel: 'off' });
    client.issues.list('prj_web');
    client.issues.list('prj_web').pages();
    const iterator = client.issues.list('prj_web')[Symbol.asyncIterator]();
    const [first, second] = await Promise.allSettled([iterator.next(), iterator.next()]);
    expect(first).toMatchObject({ status: 'rejected', reason: { name: 'NotFoundError' } });
    expect(second).toMatchObject({ status: 'fulfilled', value: { done: true } });
    await client.issues
      .list('prj_web')
      .withResponse()
      .catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('a page that is iterated asynchronously', () => {
  const collect = async (page: AsyncIterable<{ issueNumber: number }>) => {
    const numbers: number[] = [];
    for await (const { issueNumber } of page) numbers.push(issueNumber);
    return numbers;
  };

  test('has its issues and all that follow, also when an async function has returned its list', async () => {
    const { client, reads } = listing(() => upTo(250));
    const issues = async () => client.issues.list('prj_web');
    expect(await collect(await issues())).toEqual(upTo(250));
    expect(reads.map(({ page, limit }) => `${page} of ${limit}`)).toEqual(upTo(13).map((page) => `${page} of 20`));
  });

  test('begins at its own number, and keeps the filter and the limit', async () => {
    const { client, reads } = listing(() => upTo(250));
    const page = await client.issues.list('prj_web', { status: 'open', page: 4, limit: 60 });
    expect(await collect(page)).toEqual(upTo(250).slice(180));
    expect(reads).toEqual([4, 5].map((number) => ({ page: number, limit: 60, status: 'open' })));
    // The next iteration begins with the same page, and reads the rest again.
    expect(await collect(page)).toEqual(upTo(250).slice(180));
    expect(reads.map(({ page }) => page)).toEqual([4, 5, 5]);
  });

  test('sends nothing for its own issues, and nothing more after a break', async () => {
    const { client, reads } = listing(() => upTo(250));
    for await (const { issueNumber } of await client.issues.list('prj_web')) if (issueNumber === 20) break;
    expect(reads).toHaveLength(1);
  });

  test('may be one of pages()', async () => {
    const { client } = listing(() => upTo(25));
    const numbers: number[][] = [];
    for await (const page of client.issues.list('prj_web', { limit: 10 }).pages()) numbers.push(await collect(page));
    expect(numbers).toEqual([upTo(25), upTo(25).slice(10), upTo(25).slice(20)]);
  });

  test('has each issue once, even if the loop itself changes the list', async () => {
    const open = new Set(upTo(130));
    const { client, drift } = listing(() => [...open]);
    const met: number[] = [];
    for await (const { issueNumber } of await client.issues.list('prj_web', { status: 'open' })) {
      met.push(issueNumber);
      open.delete(issueNumber);
    }
    expect(met.toSorted((a, b) => a - b)).toEqual(upTo(130));
    expect(drift).toEqual([]);
  });

  test('rejects before the next issue if the signal aborts', async () => {
    const { client } = listing(() => upTo(250));
    const stop = new AbortController();
    const page = await client.issues.list('prj_web', {}, { signal: stop.signal });
    stop.abort();
    await expect(collect(page)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an iterated list that changes meanwhile', () => {
  test('returns every issue once, even if the loop itself changes the issues', async () => {
    const open = new Set(upTo(250));
    const { client, drift } = listing(() => [...open]);
    const met: number[] = [];
    for await (const { issueNumber } of client.issues.list('prj_web', { status: 'open' })) {
      met.push(issueNumber);
      open.delete(issueNumber);
    }
    expect(met.toSorted((a, b) => a - b)).toEqual(upTo(250));
    expect(new Set(met).size).toBe(250);
    expect(drift).toEqual([]);
  });

  test.each([404, 400])(
    'ends without an error if the last page no longer exists and the service responds with %s [GAP-58]',
    async (status) => {
      const open = new Set(upTo(150));
      const { client, drift, reads } = listing(() => [...open], pastEnd(status));
      const met: number[] = [];
      for await (const { issueNumber } of client.issues.list('prj_web', { status: 'open' })) {
        met.push(issueNumber);
        open.delete(issueNumber);
      }
      expect(met).toEqual(upTo(150));
      expect(reads.map(({ page }) => page)).toEqual([1, 2, 1]);
      expect(drift).toEqual([]);
    },
  );

  test('rejects if a page is rejected although the list still has it [GAP-58]', async () => {
    const { client, reads } = listing(
      () => upTo(250),
      ({ page }) => (page === 3 ? errorResponse(400, 'Too deep') : {}),
    );
    await expect(client.issues.list('prj_web').toArray()).rejects.toThrow('Too deep');
    expect(reads.map(({ page }) => page)).toEqual([1, 2, 3, 1, 2, 3]);
  });

  test.each([404, 400])('scans again after a page was missing for a moment with a %i [GAP-58]', async (status) => {
    const { client, drift, reads } = listing(
      (_, count) => (count < 3 ? upTo(5) : count === 3 ? [2, 3, 4, 5] : [2, 3, 4, 5, 6]),
      pastEnd(status),
    );
    const issues = await client.issues.list('prj_web', { limit: 2, status: 'open' }).toArray();
    expect(numbersOf(issues).toSorted()).toEqual(upTo(6));
    expect(reads.map(({ page }) => page)).toEqual([1, 2, 3, 1, 2, 3]);
    expect(drift).toEqual([]);
  });

  test('ends if the list has become shorter than the page where the iteration began [GAP-58]', async () => {
    const { client, drift } = listing((_, count) => upTo([6, 7, 3][count - 1] ?? 3), pastEnd(404));
    const issues = await client.issues.list('prj_web', { page: 3, limit: 2, status: 'open' }).toArray();
    expect(numbersOf(issues)).toEqual([5, 6]);
    expect(drift).toEqual([]);
  });

  test('rejects if the first page does not exist [GAP-58]', async () => {
    const { client } = listing(() => upTo(3), pastEnd(404));
    await expect(client.issues.list('prj_web', { page: 3, limit: 2 }).toArray()).rejects.toThrow('No such page');
  });

  test('rejects if the project no longer exists', async () => {
    const { client } = listing(
      () => upTo(250),
      (_, count) => (count > 1 ? errorResponse(404, 'Project not found') : {}),
    );
    await expect(client.issues.list('prj_web').toArray()).rejects.toBeInstanceOf(NotFoundError);
  });

  test('is read once if it does not change', async () => {
    const { client, reads } = listing(() => upTo(250));
    await client.issues.list('prj_web').toArray();
    expect(reads).toHaveLength(3);
  });

  test('returns no issue twice after one is added at the top, and finds the new one in a second scan', async () => {
    const { client, reads } = listing((_, count) => (count === 1 ? upTo(250) : [999, ...upTo(250)]));
    const numbers = numbersOf(await client.issues.list('prj_web').toArray());
    expect(numbers).toEqual([...upTo(250), 999]);
    // The second scan met 251 different issues, which is what `total` says: this was all.
    expect(reads).toHaveLength(6);
  });

  test('detects an issue added while another leaves by the issue that appears twice', async () => {
    const { client } = listing((_, count) => (count === 1 ? upTo(250) : [999, ...upTo(249)]));
    const numbers = numbersOf(await client.issues.list('prj_web').toArray());
    expect(numbers).toEqual([...upTo(249), 999]);
  });

  test('returns from later scans only pages with new issues, and only those issues', async () => {
    const { client } = listing((_, count) => (count === 1 ? upTo(250) : [999, ...upTo(250)]));
    const pages: number[][] = [];
    for await (const page of client.issues.list('prj_web').pages()) pages.push(numbersOf(page.data));
    expect(pages.map((numbers) => numbers.length)).toEqual([100, 99, 51, 1]);
    expect(pages.at(-1)).toEqual([999]);
  });

  test('finds an issue that moved past the reader in a second scan', async () => {
    const { client } = listing((_, count) => (count === 1 ? upTo(250) : upTo(250).filter((n) => n !== 5)));
    expect(new Set(numbersOf(await client.issues.list('prj_web').toArray()))).toEqual(new Set(upTo(250)));
  });

  test('begins later scans at the page where the iteration began', async () => {
    const { client, reads } = listing((_, count) => (count === 1 ? upTo(300) : upTo(299)));
    await client.issues.list('prj_web', { page: 2 }).toArray();
    expect(Math.min(...reads.map(({ page }) => page))).toBe(2);
  });

  test('is abandoned after 20 scans and reported as unstable, if it has a filter and never stops changing', async () => {
    const list = upTo(130);
    const { client, reads, drift } = listing((_, count) => {
      list.unshift(1000 + count);
      return list;
    });
    const issues = await client.issues.list('prj_web', { label: 'web' }).toArray();
    expect(new Set(numbersOf(issues)).size).toBe(issues.length);
    expect(reads).toHaveLength(40);
    expect(drift).toEqual([{ endpoint: 'issues.list', kind: 'unstable-list', path: 'data' }]);
  });

  /** A list of all issues, the newest first, to which one comes with each so many reads. */
  const growing = (size: number, everyReads: number) => {
    const rows = upTo(size).reverse();
    const reads: number[] = [];
    const drift: Drift[] = [];
    const at = (number: number) => new Date(Date.parse('2026-04-01T09:30:00.000Z') + number * 1_000).toISOString();
    const service = scripted(
      [
        ({ url }) => {
          const { searchParams } = new URL(url);
          const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))];
          reads.push(page);
          const data = rows
            .slice((page - 1) * limit, page * limit)
            .map((number) => ({ ...listItem(number), createdAt: at(number) }));
          const body = { data, total: rows.length, page, totalPages: Math.ceil(rows.length / limit) };
          if (reads.length % everyReads === 0) rows.unshift(rows.length + 1);
          return json(body);
        },
      ],
      { rateLimit: false, hooks: { onDrift: (found) => void drift.push(found) } },
    );
    return { ...service, reads, drift };
  };

  test.each([20, 10, 3, 1])('is read once while one issue is added with each %i reads [EP-5]', async (everyReads) => {
    const { client, reads, drift } = growing(3_000, everyReads);
    const numbers = new Set(numbersOf(await client.issues.list('prj_web').toArray()));
    expect(upTo(3_000).filter((number) => !numbers.has(number))).toEqual([]);
    expect(reads.length).toBeLessThanOrEqual(32);
    expect(drift).toEqual([]);
  });

  test('is scanned once more if the total is one too high [EP-5]', async () => {
    const { client, reads, drift } = listing(
      () => upTo(3_000),
      () => ({ total: 3_001 }),
    );
    expect(await client.issues.list('prj_web').toArray()).toHaveLength(3_000);
    expect(reads).toHaveLength(60);
    expect(drift).toEqual([{ endpoint: 'issues.list', kind: 'unstable-list', path: 'data' }]);
  });

  test('is abandoned and reported as unstable after one scan without a new issue, if total is too high', async () => {
    const { client, reads, drift } = listing(
      () => upTo(150),
      () => ({ total: 160 }),
    );
    expect(numbersOf(await client.issues.list('prj_web').toArray())).toEqual(upTo(150));
    expect(reads).toHaveLength(2 * 2);
    expect(drift).toEqual([{ endpoint: 'issues.list', kind: 'unstable-list', path: 'data' }]);
  });

  test('expects fewer issues if it begins at a later page', async () => {
    const { client, reads, drift } = listing(() => upTo(250));
    expect(await client.issues.list('prj_web', { page: 3, limit: 50 }).toArray()).toHaveLength(150);
    expect(reads).toHaveLength(3);
    expect(await client.issues.list('prj_web', { page: 9, limit: 50 }).toArray()).toEqual([]);
    expect(reads).toHaveLength(4);
    expect(drift).toEqual([]);
  });

  test('ends although totalPages has no limit', async () => {
    const same = listing(
      () => upTo(50),
      () => ({ data: upTo(50).map(listItem), totalPages: 1e9 }),
    );
    expect(await same.client.issues.list('prj_web').toArray()).toHaveLength(50);
    expect(same.reads.length).toBeLessThanOrEqual(6);
    const none = listing(
      () => upTo(150),
      () => ({ totalPages: 1e9 }),
    );
    expect(await none.client.issues.list('prj_web').toArray()).toHaveLength(150);
    expect(none.reads.length).toBeLessThanOrEqual(8);
  });

  test('continues after an empty page in the middle', async () => {
    const gap = listing(
      () => upTo(300),
      ({ page }) => (page === 2 ? { data: [] } : {}),
    );
    const numbers = numbersOf(await gap.client.issues.list('prj_web').toArray());
    expect(numbers).toEqual([...upTo(100), ...upTo(300).slice(200)]);
  });

  test.each([2, 3, 19])('continues after %i empty pages while issues are missing', async (empty) => {
    const { client, reads, drift } = listing(
      () => [1, 2, 3, 4],
      ({ page }) => {
        const data = page === 1 ? [1, 2] : page === empty + 2 ? [3, 4] : [];
        return { data: data.map(listItem), totalPages: empty + 2 };
      },
    );
    expect(numbersOf(await client.issues.list('prj_web').toArray())).toEqual([1, 2, 3, 4]);
    expect(reads).toHaveLength(empty + 2);
    expect(drift).toEqual([]);
  });

  test('ends after 20 empty pages although issues are missing, and is reported as unstable', async () => {
    const { client, reads, drift } = listing(
      () => upTo(150),
      () => ({ total: 1e9, totalPages: 1e7 }),
    );
    expect(await client.issues.list('prj_web').toArray()).toHaveLength(150);
    expect(reads).toHaveLength(2 * (2 + 20));
    expect(drift).toEqual([{ endpoint: 'issues.list', kind: 'unstable-list', path: 'data' }]);
  });

  test('returns each issue that stays in the list exactly once, whatever enters and leaves', async () => {
    const change = fc.record({
      after: fc.integer({ min: 1, max: 12 }),
      at: fc.nat(40),
      kind: fc.constantFrom('enter', 'leave'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(30),
        fc.array(change, { maxLength: 8 }),
        fc.integer({ min: 1, max: 7 }),
        async (size, changes, limit) => {
          const initial = upTo(size);
          const stays = new Set(initial);
          let list = [...initial];
          let entered = 1000;
          // At most one change between two reads: several could hide one another, which no client could see.
          const byRead = new Map(changes.map((one) => [one.after, one]));
          const { client, drift } = listing((_, count) => {
            const due = byRead.get(count - 1);
            if (due?.kind === 'enter') list = list.toSpliced(Math.min(due.at, list.length), 0, entered++);
            if (due?.kind === 'leave' && list.length > 0) {
              const [gone] = list.splice(due.at % list.length, 1);
              stays.delete(gone ?? 0);
            }
            return list;
          });
          const numbers = numbersOf(await client.issues.list('prj_web', { limit }).toArray());
          expect(new Set(numbers).size, 'doubled').toBe(numbers.length);
          expect(
            [...stays].filter((number) => !numbers.includes(number)),
            'missed',
          ).toEqual([]);
          expect(drift.filter(({ kind }) => kind === 'unstable-list')).toEqual([]);
        },
      ),
      {
        numRuns: runs(15, 3_000),
        examples: [
          // In each of five scans an issue leaves while it is read; then the list stands still.
          [9, [1, 4, 12, 8, 10].map((after) => ({ after, at: after === 1 ? 3 : 0, kind: 'leave' as const })), 3],
        ],
      },
    );
  });
});
