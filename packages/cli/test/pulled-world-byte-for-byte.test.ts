import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { captured, capturedNames } from '@issue-tracking/model';
import { afterAll, expect, test } from 'vitest';
import { key } from '../../../tools/spec-service/data.ts';
import type { Json } from '../../../tools/spec-service/wire.ts';
import { isLong } from '../../../tools/testing/seeds.ts';
import { around, type Breaks, result } from './broken-services/broken-service.ts';
import { now, runOnSpec, specService } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-bytes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Reverses the order of members. */
const turned = (members: Json) => Object.fromEntries(Object.entries(members).reverse());

/** Ways to write the same data that no behavior option of the mock expresses. */
const hands: Record<string, Breaks[]> = {
  'as the specification lists its members': [],
  'with its members in another order': [
    result('projectJson', turned),
    result('itemJson', turned),
    result('issueJson', turned),
    result('commentJson', turned),
  ],
  'with additional members, also in the middle': [
    result('projectJson', ({ id, ...project }) => ({ id, visibility: { of: ['all'], since: 2.5e-7 }, ...project })),
    result('itemJson', ({ id, ...item }) => ({ id, commentCount: 3, ...item, 'last seen': null })),
    result('issueJson', ({ title, ...issue }) => ({
      severity: [1, 'two', { three: false }],
      title,
      ...issue,
      __proto: 0,
    })),
    result('summaryJson', (summary) => ({ ...summary, videoCount: 0 })),
    result('commentJson', (comment) => ({ edited: null, ...comment, reactions: { '👍': 2 } })),
    around('stamped', (before) => (entry) => ({ tab: 1, ...before(entry) })),
  ],
  'with null, missing and empty values side by side': [
    result('itemJson', ({ assignees, ...item }) => (assignees.length === 0 ? item : { ...item, assignees })),
    result('issueJson', (issue) => ({
      ...issue,
      assigneeName: issue.assigneeName || null,
      pageUrl: issue.pageUrl || undefined,
      description: issue.description,
    })),
  ],
  'with line separators, terminal escapes and bidirectional controls': [
    result('commentJson', (comment) => ({ ...comment, content: '\u001b[2J\u0085\u2028 \u202e <b> \ud83d\ude00 "\\' })),
  ],
};

test.each(Object.keys(hands))(
  'a mock with the pulled world responds byte for byte like a service that writes data %s [RES-11] [VER-2]',
  async (name) => {
    const spec = specService();
    const { service } = spec;
    // The copy has one project, and so has the service.
    service.data.projects.splice(1);
    if (!isLong) service.data.projects[0]?.issues.splice(16);
    for (const breaks of hands[name] ?? []) breaks(service);
    const file = join(folder, `${Object.keys(hands).indexOf(name)}.json`);
    const argv = ['--project', 'p-shop'];
    const { out } = await runOnSpec(spec, ['compare', '--json', ...argv]);
    const { code, error } = await runOnSpec(spec, ['pull', ...argv, '-o', file]);
    expect(code, error).toBe(0);
    const text = readFileSync(file, 'utf8');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be in the file.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
    const mock = createMock({
      world: JSON.parse(text),
      behavior: JSON.parse(out).behavior,
      clock: virtualClock({ now }),
      rateLimit: false,
    });
    service.rate.requests = Number.POSITIVE_INFINITY;
    const get = async (fetch: typeof globalThis.fetch, baseUrl: string, path: string, credential: string) =>
      (await fetch(`${baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${credential}` } })).text();
    for (const path of everyGet(service.data.projects[0]?.issues.length ?? 0)) {
      const original = await get(service.fetch, service.baseUrl, path, key);
      expect([path, await get(mock.fetch, mock.baseUrl, path, 'svc_mock')]).toEqual([path, original]);
    }
  },
);

function everyGet(issues: number): string[] {
  const base = '/projects/p-shop/issues';
  const segments = capturedNames.map((name) => `/${captured[name].segment}`);
  const parts = ['', '/comments', ...segments, '/console-logs?level=warn'];
  const queries = [
    '?limit=7&page=3',
    '?status=open',
    '?priority=low&limit=5',
    '?q=cart',
    '?q=colleagues',
    '?label=Speed',
  ];
  return [
    '/projects',
    '/projects?organizationSlug=tracker',
    base,
    `${base}?limit=100`,
    ...queries.map((query) => base + query),
    ...Array.from({ length: issues }, (_, i) => parts.map((part) => `${base}/${i + 1}${part}`)).flat(),
  ];
}
