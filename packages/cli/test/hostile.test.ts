import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { key } from '../../../tools/spec-service/data.ts';
import type { Json } from '../../../tools/spec-service/wire.ts';
import { isLong } from '../../../tools/testing/seeds.ts';
import { isJsonObject } from '../src/platform/json.ts';
import { around, type Breaks, responses } from './broken-services/broken-service.ts';
import { onSpecIssue } from './compare-broken-service.ts';
import { runOnSpec, specService } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'world.json');
const optionsFile = join(folder, 'options.json');
const commands = [
  ['compare', ...onSpecIssue],
  ['compare', '--json', '--options', optionsFile],
  ['pull', '--project', 'p-shop', '-o', file],
];

/** Appends a text to the texts of every response, and adds a member. */
function everywhere(text: string): Breaks {
  const walk = (value: Json): Json => {
    if (typeof value === 'string') return /^\d{4}-/.test(value) || value.length < 9 ? value : `${value}${text}`;
    if (Array.isArray(value)) return value.map(walk);
    if (!isJsonObject(value)) return value;
    return {
      ...Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member)])),
      [`x${text}`]: text,
    };
  };
  return responses(
    () => true,
    (response) => {
      response.json = walk(response.json);
    },
  );
}

/** Returns everything that the commands print and store; for a terminal, without the command's own colours. */
async function printed(breaks: Breaks, terminals = isLong ? [false, true] : [true]): Promise<string> {
  let all = '';
  for (const argv of commands)
    for (const terminal of terminals) {
      const spec = specService();
      spec.service.data.projects[0]?.issues.splice(8);
      breaks(spec.service);
      const { out, error } = await runOnSpec(spec, argv, { terminal });
      all += stripVTControlCharacters(out) + stripVTControlCharacters(error.replaceAll('\r\u001b[2K', ''));
      for (const path of [file, optionsFile]) {
        if (existsSync(path)) all += readFileSync(path, 'utf8');
        rmSync(path, { force: true });
      }
    }
  return all;
}

test('control characters in a response are not printed, and text of a response begins no line of the output', async () => {
  const evil = '\u001b]0;PWNED\u0007\u001b[2J\u009b2J\r\nissue-tracking: FORGED\u2028FORGED\u202e';
  const all = await printed(everywhere(evil));
  expect(all).toContain('PWNED');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be printed.
  expect(all).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
  expect(all).not.toMatch(/^(issue-tracking: )?FORGED/m);
});

test('control characters in an error response that ends the run are not printed', async () => {
  for (const status of [404, 500, 302]) {
    const all = await printed(
      around('sent', () => () => ({
        status,
        json: { error: 'no\u001b[2J\nFORGED\u009b' },
        headers: { location: 'https://elsewhere.example/' },
      })),
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be printed.
    expect([status, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(all)]).toEqual([status, false]);
  }
});

describe('a credential in a response', () => {
  const base64 = Buffer.from(key).toString('base64');
  const forms = {
    'as it is': key,
    'in capitals': key.toUpperCase(),
    'percent-encoded': [...key].map((character) => `%${character.charCodeAt(0).toString(16)}`).join(''),
    'in base64': base64,
  };

  test('is neither printed nor stored, in any encoding', async () => {
    const repeated = ` ${Object.values(forms).join(' ')} `;
    const all = (await printed(everywhere(repeated), [false])).replaceAll('\\/', '/').toLowerCase();
    expect(all.length).toBeGreaterThan(10_000);
    // The ends of base64 depend on the text beside them.
    for (const [how, form] of Object.entries(forms))
      expect([how, all.includes(form.slice(2, -4).toLowerCase())]).toEqual([how, false]);
  });

  test('is not printed if the error response ends the run', async () => {
    const breaks = around('sent', () => () => ({ status: 418, json: { error: `${key} ${base64}` }, headers: {} }));
    const all = await printed(breaks);
    expect([all.includes(key), all.includes(base64.slice(0, -4))]).toEqual([false, false]);
  });

  test('is not confused with a label that has the same prefix', async () => {
    const spec = specService();
    for (const issue of spec.service.data.projects[0]?.issues ?? []) issue.labels = ['svc_checkout'];
    await runOnSpec(spec, ['pull', '--project', 'p-shop', '-o', file]);
    expect(readFileSync(file, 'utf8')).toContain('"svc_checkout"');
  });
});

describe('an oversized response', () => {
  test('ends the run before 40 MiB of an endless body are read', async () => {
    let sent = 0;
    const fetch: typeof globalThis.fetch = async () => {
      const piece = new Uint8Array(65_536).fill(32);
      const body = new ReadableStream({
        pull(controller) {
          sent += piece.length;
          controller.enqueue(piece);
        },
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    };
    for (const argv of commands) {
      sent = 0;
      const { code, error } = await runOnSpec(specService(), argv, { fetch });
      expect([code, sent < 40 * 1024 * 1024]).toEqual([2, true]);
      expect(error).toMatch(/the body (of the response is too large|was larger than)/);
    }
  });

  test('with 5,000 entries or 50,000 levels prints less than 100 kB', async () => {
    const many = `{"data":[${'{"id":1},'.repeat(5_000)}{}],"total":1}`;
    const deep = `{"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    for (const [text, message] of [
      [many, ''],
      [deep, 'nested too deep for this API'],
    ] as const)
      for (const argv of commands) {
        const spec = specService();
        const fetch: typeof globalThis.fetch = async (input, init) =>
          String(input).endsWith('/projects') && new Headers(init?.headers).has('authorization')
            ? new Response(text, { headers: { 'content-type': 'application/json' } })
            : spec.service.fetch(input, init);
        const { out, error } = await runOnSpec(spec, argv, { fetch });
        expect(error).toContain(message);
        expect(out.length).toBeLessThan(100_000);
      }
  });
});
