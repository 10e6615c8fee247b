import { expect, test } from 'vitest';
import { requestLine } from './reporter.ts';

const marked = (format: string, text: string) => `<${format} ${text}>`;

test.each([
  [200, '<green 200>'],
  [304, '<cyan 304>'],
  [404, '<yellow 404>'],
  [503, '<red 503>'],
  [null, '<red none>'],
])('the status %s is printed as %s', (status, shown) => {
  const line = requestLine({ method: 'GET', path: '/x', status, ms: 12 }, marked);
  expect(line.replaceAll(/ +/g, ' ')).toBe(`GET /x ${shown.replace('>', ' >').replace('none ', 'none')} - <dim 12 ms>`);
});

test('control characters of a path are percent-encoded', () => {
  const line = requestLine({ method: 'GET', path: '/\u009b2J\x1b[2Jé', status: 404, ms: 0 }, (_format, text) => text);
  expect(line.replaceAll(/ +/g, ' ')).toBe('GET / 2J [2Jé 404 - 0 ms');
});

test('the name of a key is printed as it is, without control characters', () => {
  const named = (credential: string) =>
    requestLine({ method: 'GET', path: '/x', status: 200, credential, ms: 0 }, (_format, text) => text);
  for (const name of ['🚀 CI', 'José', 'half \ud83d']) expect(named(name)).toContain(` ${name} `);
  expect(named('a\u001b[2Jb')).toContain(' a [2Jb ');
});

test('lines have the credential and the reason of a rejection in columns', () => {
  const plain = (_format: string, text: string) => text;
  const lines = [
    requestLine({ method: 'GET', path: '/api/v1/projects', status: 200, credential: 'acme-demo', ms: 1 }, plain),
    requestLine(
      {
        method: 'PATCH',
        path: '/api/v1/projects/prj_web/issues/1',
        status: 403,
        credential: 'acme-ci',
        reason: 'scope',
        ms: 10,
      },
      plain,
    ),
    requestLine({ method: 'GET', path: '/api/v1/projects', status: null, reason: 'fault', ms: 2 }, plain),
  ];
  expect(lines.map((line) => line.split(/ +/))).toEqual([
    ['GET', '/api/v1/projects', '200', 'acme-demo', '1', 'ms'],
    ['PATCH', '/api/v1/projects/prj_web/issues/1', '403', 'acme-ci', 'scope', '10', 'ms'],
    ['GET', '/api/v1/projects', 'none', '-', 'fault', '2', 'ms'],
  ]);
  const columns = lines.map((line) => [line.search(/200|403|none/), line.search(/acme-|- /), line.search(/\d+ ms/)]);
  expect(new Set(columns.map(([status]) => status)).size).toBe(1);
  expect(new Set(columns.map(([, , ms]) => ms)).size).toBe(1);
});

test('a warning is a separate line without control characters', () => {
  const warnings = [
    { kind: 'no-match', field: 'query.label', text: 'no issue with the label "\u001b[2J\u2028"' },
  ] as const;
  const line = requestLine({ method: 'GET', path: '/x', status: 200, ms: 1, warnings }, marked);
  expect(line.split('\n').at(-1)).toBe('<yellow        no issue with the label " [2J ">');
});
