import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { key, token } from '../../../tools/spec-service/data.ts';
import { runOnSpec, specService } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-credentials-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file and returns its path. */
function fileOf(content: string): string {
  const file = join(folder, `${content.length}.txt`);
  writeFileSync(file, content);
  return file;
}

/** Runs `compare` and returns its exit code, its standard error and the credentials that it sent. */
async function verified(flags: string[], env: Record<string, string>, stdin = '') {
  const spec = specService();
  for (const { issues } of spec.service.data.projects) issues.splice(3);
  const sent = new Set<string | null>();
  const { authenticate } = spec.service;
  spec.service.authenticate = (request) => {
    sent.add(request.headers.get('authorization'));
    return authenticate(request);
  };
  const { code, error } = await runOnSpec(spec, ['compare', ...flags], {
    env: { ISSUE_TRACKING_API_KEY: '', ...env },
    stdin,
  });
  sent.delete(null);
  return { code, error, sent: [...sent] };
}

test.each([
  ['an API key in the environment', [], { ISSUE_TRACKING_API_KEY: key }, '', key],
  ['an access token in the environment', [], { ISSUE_TRACKING_ACCESS_TOKEN: token }, '', token],
  ['an API key in a file', ['--credential-file', fileOf(`${key}\n`)], {}, '', key],
  ['an access token in a file', ['--credential-file', fileOf(` ${token}\r\n`)], {}, '', token],
  ['an API key on standard input', ['--credential-file', '-'], {}, `${key}\n`, key],
  ['an access token on standard input', ['--credential-file', '-'], {}, token, token],
  [
    'an API key on standard input although the environment has another',
    ['--credential-file', '-'],
    { ISSUE_TRACKING_API_KEY: 'svc_other' },
    key,
    key,
  ],
] as const)('compare sends %s [AUTH-1] [AUTH-2]', async (_name, flags, env, stdin, used) => {
  const { code, error, sent } = await verified([...flags], env, stdin);
  expect([code, sent]).toEqual([0, [`Bearer ${used}`]]);
  expect(error).not.toContain('--api-key');
});

test('compare sends --api-key and warns that other users can read it', async () => {
  const { code, error, sent } = await verified(['--api-key', key], {});
  expect([code, sent]).toEqual([0, [`Bearer ${key}`]]);
  expect(error).toContain('All users of this computer can read --api-key in the list of processes.');
  expect(error).not.toContain(key);
});

test.each([
  [[], {}, '', 'No credential: set ISSUE_TRACKING_API_KEY or ISSUE_TRACKING_ACCESS_TOKEN, or pass --credential-file'],
  [[], { ISSUE_TRACKING_API_KEY: key, ISSUE_TRACKING_ACCESS_TOKEN: token }, '', 'are both set: unset one of them'],
  [['--api-key', key, '--credential-file', '-'], {}, '', '--api-key must not be combined with --credential-file'],
  [['--credential-file', '-'], {}, ' \n', 'No credential in standard input'],
  [['--credential-file', '-'], {}, `KEY=${key} TOKEN=${token}`, 'More than a credential in standard input'],
  [['--credential-file', join(folder, 'none')], {}, '', "can't be read (ENOENT)"],
  [['--credential-file', '-'], {}, 'to€ken', '--credential-file'],
] as const)(
  'the flags %j with the environment %j are an error without a request: %s',
  async (flags, env, stdin, message) => {
    const { code, error, sent } = await verified([...flags], env, stdin);
    expect([code, sent]).toEqual([2, []]);
    expect(error).toContain(message);
    expect(error).not.toContain(key);
  },
);
