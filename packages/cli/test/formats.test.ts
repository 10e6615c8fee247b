import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Checkpoint, digestCredential } from '../src/world/checkpoint.ts';
import { run, serviceOf, worlds } from './fixture.ts';

/** A checkpoint in format version 1. Never change it: every later version must read it. */
const kept = join(import.meta.dirname, 'formats', 'checkpoint-1');
const head = {
  baseUrl: 'https://issues.test',
  project: 'prj_web',
  since: undefined,
  credential: digestCredential('svc_test_key'),
};

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formats-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'world.json');
}

test.each([
  ['of format version 1', (text: string) => text],
  ['without a format version', (text: string) => text.replace('"formatVersion":1,', '')],
])('a checkpoint %s can be read', (_name, changed) => {
  const file = newFile();
  const text = changed(readFileSync(kept, 'utf8'));
  writeFileSync(file, text);
  const checkpoint = new Checkpoint(file, head);
  expect([checkpoint.size, checkpoint.lastAt]).toEqual([4, Date.parse('2026-11-02T09:00:00Z')]);
  expect(checkpoint.get('/api/v1/projects/prj_web/issues/1')).toMatchObject({
    data: { issueNumber: 1, status: 'open' },
  });
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test.each([
  '{"formatVersion":2,"service":{"baseUrl":"https://issues.test"}}\n[]\n',
  '{"formatVersion":2,"project":"prj_web","answers":[]}',
])('a checkpoint of a newer format is an error that names both versions, and stays unchanged: %j', async (text) => {
  const file = newFile();
  writeFileSync(`${file}.checkpoint`, text);
  const mock = serviceOf(worlds.rich());
  const { code, error } = await run(mock, ['pull', '--project', 'prj_web', '-o', file]);
  expect([code, mock.requests.all()]).toEqual([2, []]);
  expect(error).toContain(
    `${file}.checkpoint was written by a newer version of @issue-tracking/cli (format 2; this one reads up to 1)`,
  );
  expect(readFileSync(`${file}.checkpoint`, 'utf8')).toBe(text);
});

test.each([[], ['--anonymize']])(
  'the files of pull and calibrate begin with their format version: %s',
  async (...more) => {
    const file = newFile();
    expect((await run(serviceOf(worlds.rich()), ['pull', '--project', 'prj_web', '-o', file, ...more])).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/^\{\s*"form": "pulled",\s*"formatVersion": 1,/);
    const { out } = await run(serviceOf(worlds.rich()), ['calibrate']);
    expect(out).toMatch(/^\{\s*"formatVersion": 1,/);
  },
);
