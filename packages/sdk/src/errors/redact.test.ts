import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstSeed, runs } from '../../../../tools/testing/seeds.ts';
import { redactor, Secrets } from './redact.ts';

const token = 'Z9k2-pQ7x_LmN4vB8tR1';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const key = 'svc_7Hq3/vWz+0aXk9Lm2';
const marks = '???~~~???~~~';
const redact = redactor([token, jwt, key, marks]);

test.each([
  ['a key without its prefix', '7Hq3/vWz+0aXk9Lm2', 'vWz'],
  ['a key that was cut', key.slice(0, 16), 'vWz'],
  ['a key behind other words', 'key_id=7Hq3/vWz+0aXk9Lm2;', '0aXk'],
  ['a token in upper case', token.toUpperCase(), 'Z9K2'],
  ['a percent-encoded token in lower case', encodeURIComponent(token).toLowerCase(), 'z9k2'],
  ['a token in base64', btoa(token), btoa(token).slice(4, 12)],
  ['a token in base64url', btoa(marks).replaceAll('/', '_').replaceAll('+', '-'), 'Pz8_fn5-'],
  ['a token in percent-encoded base64', encodeURIComponent(btoa(marks)), 'Ffn5%2B'],
  ['a token in base64 before other bytes', btoa(`${token}yz`), btoa(token).slice(4, 12)],
  ['a header in base64', btoa(`Bearer ${token}`), btoa(`Bearer ${token}`).slice(12, 20)],
  ['the payload of a token', jwt.split('.')[1] ?? '', 'eyJzdWIi'],
  ['the signature of a token', jwt.split('.')[2] ?? '', 'dBjftJeZ'],
  ['an unknown JWT', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJvdGhlciJ9.c2lnbmF0dXJl', 'c2lnbmF0'],
])('removes %s [AUTH-1]', (_, echoed, fragment) => {
  expect(echoed).toContain(fragment);
  expect(redact(`before ${echoed} after`)).not.toContain(fragment);
  expect(redact(`before ${echoed} after`)).toMatch(/^before .* after$/);
});

test('removes secrets of any characters, in any case, percent-encoded anywhere, between any other text [AUTH-1]', () => {
  const all = [token, jwt, key, 'a pass phrase with blanks', '"quoted\\", [and] {more}'];
  const known = redactor(all);
  const form = fc.constantFrom(
    (character: string) => character,
    (character: string) => character.toUpperCase(),
    (character: string) => character.toLowerCase(),
    (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  const around = fc.stringMatching(/^[ -~äß€]{0,20}$/);
  const echoed = fc
    .constantFrom(...all)
    .chain((secret) => fc.integer({ min: 12, max: secret.length }).map((length) => secret.slice(0, length)))
    .chain((text) => fc.tuple(...[...text].map((character) => form.map((change) => change(character)))));
  fc.assert(
    fc.property(around, echoed, around, (before, characters, after) => {
      const shown = known(`${before}${characters.join('')}${after}`);
      expect(shown).not.toContain(characters.slice(0, 12).join(''));
      expect(shown).not.toContain(characters.slice(-8).join(''));
      expect(shown).toContain('[redacted]');
    }),
    { seed: firstSeed, numRuns: runs(100, 10_000) },
  );
});

test('takes a token of any length, of which the platform could not make a pattern [AUTH-1]', () => {
  const long = `opaque.${'0123456789abcdef'.repeat(2_000)}`;
  expect(redactor([long])(`before ${long} after`)).toBe('before [redacted] after');
});

test('removes a token of characters that no header can carry [AUTH-1]', () => {
  for (const odd of ['to€ken-of-a-kind', '🔑🔑🔑🔑🔑🔑🔑', 'tökén'])
    expect(redactor([odd])(`before ${odd} after`)).toBe('before [redacted] after');
});

test('removes the present and the previous token, and always the headers of the client [AUTH-1]', () => {
  const secrets = new Secrets({ 'x-gateway-key': 'gateway-secret-of-the-client' });
  for (const used of ['first-token', 'second-token', 'third-token', 'second-token']) secrets.use(used);
  expect(secrets.redact('third-token second-token gateway-secret-of-the-client')).toBe(
    '[redacted] [redacted] [redacted]',
  );
});

test('removes values of headers with secret names, also those of one call [AUTH-1]', () => {
  const secrets = new Secrets(
    {
      'x-gateway-key': 'gateway-4711',
      'x-access-token': 'open-sesame',
      cookie: 'session=4711',
      'Proxy-Authorization': 'Basic YWRhOnB3',
      'x-short-key': '1',
      'x-name': 'not-secret',
    },
    token,
  );
  expect(secrets.redact('gateway-4711 open-sesame 1 not-secret')).toBe('[redacted] [redacted] 1 not-secret');
  expect(secrets.redact('session=4711, Basic YWRhOnB3')).toBe('[redacted], [redacted]');
  expect(secrets.with({ 'x-own-key': 'key-of-one-call' })(`key-of-one-call gateway-4711 ${token}`)).toBe(
    '[redacted] [redacted] [redacted]',
  );
});

test('does not change ordinary text', () => {
  const text = 'Project prj_web was not found: GET /api/v1/projects/prj_web/issues?page=2';
  expect(redact(text)).toBe(text);
});
