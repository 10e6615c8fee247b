import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { key, token } from '../../../tools/test/spec-service/data.ts';
import { runOnSpec, specService } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-credentials-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file that holds this. */
function fileOf(content: string): string {
  const file = join(folder, `${content.length}.txt`);
  writeFileSync(file, content);
  return file;
}

/** How `verify` ends, with which credential, and what it says to standard error. */
async function verified(flags: string[], env: Record<string, string>, stdin = '') {
  const spec = specService();
  const shown = new Set<string | null>();
  const { authenticate } = spec.service;
  spec.service.authenticate = (asked) => {
    shown.add(asked.headers.get('authorization'));
    return authenticate(asked);
  };
  const { code, error } = await runOnSpec(spec, ['verify', ...flags], {
    env: { ISSUE_TRACKING_API_KEY: '', ...env },
    stdin,
  });
  shown.delete(null);
  return { code, error, shown: [...shown] };
}

test.each([
  ['an API key in the environment', [], { ISSUE_TRACKING_API_KEY: key }, '', key],
  ['an access token in the environment', [], { ISSUE_TRACKING_ACCESS_TOKEN: token }, '', token],
  ['an API key in a file', ['--credential-file', fileOf(`${key}\n`)], {}, '', key],
  ['an access token in a file', ['--credential-file', fileOf(` ${token}\r\n`)], {}, '', token],
  ['an API key on standard input', ['--credential-file', '-'], {}, `${key}\n`, key],
  ['an access token on standard input', ['--credential-file', '-'], {}, token, token],
  ['a file rather than the environment', ['--credential-file', '-'], { ISSUE_TRACKING_API_KEY: 'svc_other' }, key, key],
] as const)('%s is used [AUTH-1] [AUTH-2]', async (_what, flags, env, stdin, used) => {
  const { code, error, shown } = await verified([...flags], env, stdin);
  expect([code, error, shown]).toEqual([0, '', [`Bearer ${used}`]]);
});

test('--api-key is used too, with a word on who can read it', async () => {
  const { code, error, shown } = await verified(['--api-key', key], {});
  expect([code, shown]).toEqual([0, [`Bearer ${key}`]]);
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
] as const)('%j %j is refused, and nothing is sent: %s', async (flags, env, stdin, message) => {
  const { code, error, shown } = await verified([...flags], env, stdin);
  expect([code, shown]).toEqual([2, []]);
  expect(error).toContain(message);
  expect(error).not.toContain(key);
});
