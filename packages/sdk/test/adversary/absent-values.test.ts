import type { Drift, IssueTrackingClient } from '@issue-tracking/sdk';
import { UnexpectedResponseError } from '@issue-tracking/sdk';
import { describe, expect, test } from 'vitest';
import { against } from './against.ts';
import { type Answer, apiError, json } from './service/answers.ts';
import { answer } from './service/service.ts';

function reading(absentValues: 'null' | 'omitted') {
  const drifts: Drift[] = [];
  const { client, clock, service } = against({ absentValues });
  const one = client({ hooks: { onDrift: (drift) => void drifts.push(drift) } });
  return { one, drifts, service, run: <T>(promise: Promise<T>) => clock.run(promise) };
}

const reads: [string, (client: IssueTrackingClient) => Promise<unknown>][] = [
  ['get', (client) => client.issues.get('prj_web', 1)],
  ['techContext', (client) => client.issues.techContext('prj_web', 1)],
  ['context', (client) => client.issues.context('prj_web', 1)],
];

describe.each(['null', 'omitted'] as const)('an unknown value that is %s', (absentValues) => {
  test.each(reads)('[GAP-40] is returned unchanged by %s and reported once', async (_, read) => {
    const { one, drifts, run } = reading(absentValues);
    await run(read(one));
    const kind = absentValues === 'null' ? 'null-value' : 'missing-field';
    const told = drifts.length;
    expect(drifts.map((drift) => drift.kind)).toContain(kind);
    await run(read(one));
    expect(drifts).toHaveLength(told);
  });
});

test('[GAP-40] get() returns null as null', async () => {
  const { one, run } = reading('null');
  expect(await run(one.issues.get('prj_web', 1))).toMatchObject({ assigneeName: null, browserInfo: null });
});

const nothingCaptured: [string, Answer][] = [
  ['an object without fields', json(200, { data: {} })],
  ['null', json(200, { data: null })],
  ['404', apiError(404, 'Not found')],
];

test.each(nothingCaptured)('[GAP-40] context() resolves if the technical context is %s', async (_, captured) => {
  const { one, run, service } = reading('omitted');
  service.override = ({ path }) => (path.endsWith('/tech-context') ? answer(captured) : undefined);
  expect(await run(one.issues.context('prj_web', 1))).toMatchObject({ issue: { issueNumber: 1 } });
});

const wrong: [string, unknown][] = [
  ['title is a number', { title: 7 }],
  ['assigneeName is an object', { assigneeName: {} }],
  ['labels is a string', { labels: 'a' }],
];

test.each(wrong)('[RES-3] a response in which %s is reported as drift', async (_, members) => {
  const { one, drifts, run, service } = reading('null');
  service.override = () => answer(json(200, { data: { issueNumber: 1, ...(members as object) } }));
  expect(await run(one.issues.get('prj_web', 1))).toEqual({ issueNumber: 1, ...(members as object) });
  expect(drifts).toContainEqual(expect.objectContaining({ kind: 'wrong-type' }));
});

test('[RES-3] an issue without its number is rejected', async () => {
  const { one, run, service } = reading('null');
  service.override = () => answer(json(200, { data: { issueNumber: null, title: 'x' } }));
  await expect(run(one.issues.get('prj_web', 1))).rejects.toThrow(UnexpectedResponseError);
});
