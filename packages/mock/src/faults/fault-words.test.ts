import { createMock, type Fault } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { controlOf } from '../control/control.ts';
import type { AddedFault } from '../control/types.ts';

/** Of each member a value, and its words. */
const members: { [Member in keyof Omit<Fault, 'status' | 'times'>]-?: [Fault[Member], said: string] } = {
  endpoint: ['issues.get', 'to issues.get → 503'],
  tenant: ['00000000-0000-4000-8000-00000000000a', 'of 00000000-0000-4000-8000-00000000000a'],
  apiKey: ['svc_0123456789abcdef', 'with svc_…cdef'],
  projectId: ['prj_web', 'in prj_web'],
  issueNumber: [7, 'for #7'],
  query: [{ status: 'open' }, 'with ?status=open'],
  path: ['/api/v1/projects/prj_web/issues/1', 'to /api/v1/projects/prj_web/issues/1 →'],
  requestBody: [{ status: /^fix/ }, 'with the body {"status":"/^fix/"}'],
  matches: [() => true, 'that a function selects'],
  skip: [2, 'after the first 2'],
  every: [3, 'one in 3'],
  probability: [0.5, 'the next 1 of 50 % of the requests to'],
  seed: [7, 'by the seed 7'],
  forMs: [5000, 'for 5 seconds'],
  when: ['after', '503, after the effect'],
  headers: [{ 'retry-after': '2' }, '503, retry-after: 2'],
  body: [{ error: 'Down' }, 'body {"error":"Down"}'],
  delayMs: [[50, 400], '50 ms to 400 ms late'],
  drop: [true, 'no response'],
  truncate: [20, 'body cut after 20 bytes'],
};

async function wordsOf(fault: Fault): Promise<string> {
  const mock = createMock();
  mock.faults.add(fault);
  const [added] = (await controlOf(mock).call('faults.all', {})) as AddedFault[];
  return added ? `${added.words.requests} → ${added.words.effect}` : '';
}

test.each(Object.entries(members))('the words of a fault have its %s', async (member, [value, said]) => {
  const status = member === 'drop' ? undefined : 503;
  expect(await wordsOf({ status, [member]: value })).toContain(said);
});

test.each<[Fault, string]>([
  [{ status: 503 }, 'the next request to any endpoint → 503'],
  [
    { endpoint: 'issues.get', drop: true, when: 'after', times: 2 },
    'the next 2 requests to issues.get → no response, after the effect',
  ],
  [{ status: 503, probability: 0.125, times: null }, '12.5 % of the requests to any endpoint → 503'],
  [{ delayMs: [50, 400], times: null }, 'all requests to any endpoint → 50 ms to 400 ms late'],
])('the words of the fault %j are "%s"', async (fault, said) => {
  expect(await wordsOf(fault)).toBe(said);
});
