import { createMock, type Fault } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { directTransport } from '../../transport/direct-transport.ts';
import type { AddedFault } from '../../transport/responses.ts';
import { type Effect, effects, faultsOf } from './effects.ts';
import { effectText, targetText } from './fault-text.ts';

/** Faults as the panel gets them. */
async function shown(...faults: Fault[]): Promise<AddedFault[]> {
  const mock = createMock();
  for (const fault of faults) mock.faults.add(fault);
  return (await directTransport(mock).call('faults.all')) as AddedFault[];
}

const effect = effects.find(({ name }) => name === '503') as Effect;
const pressed: Fault = { endpoint: 'issues.update', status: 503 };

/** Of each member a value that makes a fault another one, and what its card then says. */
const narrower: {
  [Member in keyof Omit<Fault, 'status' | 'times' | 'drop'>]-?: [Fault[Member], said: string];
} = {
  endpoint: ['issues.get', 'issues.get'],
  tenant: ['00000000-0000-4000-8000-00000000000a', 'of 00000000-0000-4000-8000-00000000000a'],
  apiKey: ['svc_0123456789abcdef', 'with svc_…cdef'],
  projectId: ['prj_web', 'prj_web'],
  issueNumber: [7, '#7'],
  query: [{ status: 'open' }, '?status=open'],
  path: ['/api/v1/projects/prj_web/issues/1', '/api/v1/projects/prj_web/issues/1'],
  requestBody: [{ status: /^fix/ }, 'with the body {"status":"/^fix/"}'],
  matches: [() => true, 'that match a function'],
  skip: [2, 'skips the first 2'],
  every: [3, 'one in 3'],
  probability: [0.5, 'with a probability of 0.5'],
  seed: [7, 'seed 7'],
  forMs: [5000, 'for 5 s'],
  when: ['after', 'after the effect'],
  headers: [{ 'retry-after': '2' }, 'sets retry-after: 2'],
  body: [{ error: 'Down' }, 'body {"error":"Down"}'],
  delayMs: [[50, 400], 'waits 50 ms to 400 ms'],
  truncate: [20, 'cuts the body after 20 bytes'],
};

test.each(Object.entries(narrower))(
  'a fault with %s is not the fault of a cell in the grid, and its card shows the member',
  async (member, [value, said]) => {
    const faults = await shown({ ...pressed, [member]: value });
    expect(faults).toHaveLength(1);
    for (const { fault } of faults) expect(`${targetText(fault)} ${effectText(fault)}`).toContain(said);
    expect(faultsOf(faults, 'issues.update', effect)).toEqual([]);
  },
);

test('the fault of a cell is recognized with any `times` and with default values written out', async () => {
  const faults = await shown(
    pressed,
    { ...pressed, times: null },
    { ...pressed, when: 'before', skip: 0, every: 1, probability: 1, drop: false },
  );
  expect(faultsOf(faults, 'issues.update', effect)).toEqual(faults);
  expect(faultsOf(faults, '', effect)).toEqual([]);
});

test('each effect of the grid is recognized and not confused with another', async () => {
  for (const { name, fault } of effects) {
    const faults = await shown({ ...fault, matches: undefined });
    expect([
      name,
      effects.filter((other) => faultsOf(faults, '', other).length > 0).map((other) => other.name),
    ]).toEqual([name, [name]]);
  }
});

test.each<[Fault, string]>([
  [{ status: 503 }, 'every endpoint responds with 503'],
  [
    { endpoint: 'issues.get', drop: true, when: 'after', times: 2 },
    'issues.get drops the connection, after the effect, 2 times',
  ],
  [{ delayMs: [50, 400], times: null }, 'every endpoint waits 50 ms to 400 ms'],
])('the card of the fault %j reads "%s"', async (fault, said) => {
  const [added] = await shown(fault);
  expect(added && `${targetText(added.fault)} ${effectText(added.fault)}`).toBe(said);
});
