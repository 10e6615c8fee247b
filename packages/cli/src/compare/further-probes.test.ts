import { type Endpoint, endpoints } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import { shapes } from './every-response.ts';
import { endpointsWithout, examplesIn, furtherReads } from './further-probes.ts';
import { isSendable, type Probe, requestOf } from './probe.ts';
import { ServiceData } from './service-data.ts';
import { writes } from './write-probes.ts';

const issue = '/api/v1/projects/{projectId}/issues/{issueNumber}';

function dataOf(comments: object[]): ServiceData {
  const data = new ServiceData();
  data.projectId = 'p/1';
  data.captured.set(7, { comments: comments as Readonly<Record<string, unknown>>[] });
  return data;
}

test('an endpoint that no other probe reads is read with every parameter that the data has', ({ onTestFinished }) => {
  const rows = { 'issues.comments.get': 'comments/{commentId}', 'issues.notes.get': 'notes/{noteId}/lines/{line}' };
  const all: Record<string, object> = endpoints;
  for (const [name, path] of Object.entries(rows)) {
    all[name] = { ...endpoints['issues.get'], path: `${issue}/${path}` };
    Object.assign(shapes, { [name]: ['RES-5', 'EP-11'] });
  }
  onTestFinished(() => {
    for (const name of Object.keys(rows)) for (const table of [all, shapes]) Reflect.deleteProperty(table, name);
  });

  const others = Object.keys(endpoints).filter((name) => !(name in rows));
  const [comment, note, ...more] = furtherReads(
    dataOf([{ id: 'c/1' }]),
    others.map((endpoint) => ({ endpoint }) as Probe),
  );
  expect(more).toEqual([]);
  expect(comment && requestOf(comment).path).toBe('/api/v1/projects/p%2F1/issues/7/comments/c%2F1');
  expect(note && isSendable(note)).toBe(false);
  expect(note?.unless).toBe('the data of the project has no noteId, line');
});

test('an entry without an id is no example', () => {
  const path: Endpoint['path'] = `${issue}/comments/{commentId}`;
  for (const comments of [[], [{ id: null }], [{ content: 'x' }]])
    expect(examplesIn(path, dataOf(comments), 7)).toEqual({ commentId: undefined });
  expect(examplesIn(path, dataOf([{ id: 3 }]), 7)).toEqual({ commentId: 3 });
});

test('every write of the table has a probe, and one without is known', () => {
  const probes = writes(new ServiceData(), { issueNumber: 1, status: 'open', priority: 'low' });
  expect(endpointsWithout(probes, 'write'), 'packages/cli/src/compare/write-probes.ts').toEqual([]);
  const all = Object.entries(endpoints).flatMap(([name, { method }]) => (method === 'GET' ? [] : name));
  expect(endpointsWithout([], 'write')).toEqual(all);
  const others = all.filter((name) => name !== 'issues.update');
  expect(endpointsWithout([{ endpoint: 'issues.update' } as Probe], 'write')).toEqual(others);
});
