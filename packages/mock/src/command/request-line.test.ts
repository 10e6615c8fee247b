import { expect, test } from 'vitest';
import { requestLines } from './reporter.ts';

const marked = (format: string, text: string) => `<${format} ${text}>`;

test.each([
  [200, '<green 200>'],
  [304, '<cyan 304>'],
  [404, '<yellow 404>'],
  [503, '<red 503>'],
  [null, '<red none>'],
])('the status %s is printed as %s', (status, shown) => {
  const [line = ''] = requestLines({ method: 'GET', path: '/x', status, ms: 12 }, marked);
  expect(line.replaceAll(/ +/g, ' ')).toBe(`GET /x ${shown.replace('>', ' >').replace('none ', 'none')} - <dim 12 ms>`);
});

test('lines have the credential and the reason of a rejection in columns', () => {
  const plain = (_format: string, text: string) => text;
  const lines = [
    ...requestLines({ method: 'GET', path: '/api/v1/projects', status: 200, credential: 'acme-demo', ms: 1 }, plain),
    ...requestLines(
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
    ...requestLines({ method: 'GET', path: '/api/v1/projects', status: null, reason: 'fault', ms: 2 }, plain),
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

test('a warning is a separate line', () => {
  const warnings = [{ kind: 'no-match', field: 'query.label', text: 'no issue with the label "x"' }] as const;
  const lines = requestLines({ method: 'GET', path: '/x', status: 200, ms: 1, warnings }, marked);
  expect(lines).toEqual([expect.stringContaining('GET'), '<yellow        no issue with the label "x">']);
});

test('the remedies of a rejection are a line below it', () => {
  const remedies = ['Send it with acme-demo', 'Give acme-ci the scope issues:write'].map((text) => ({
    text,
    method: 'requests.replay',
    input: {},
  }));
  const [, line] = requestLines({ method: 'GET', path: '/x', status: 403, reason: 'scope', ms: 1, remedies }, marked);
  expect(line).toBe('<dim        → Send it with acme-demo · Give acme-ci the scope issues:write>');
});
