import { endpoints } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import { isPreflight, preflightHeaders } from './cors-headers.ts';

const asked = { origin: 'https://app.example', 'access-control-request-method': 'PATCH' };
const headerOf = (headers: Readonly<Record<string, string>>) => (name: string) => headers[name];

test('preflight headers allow the origin, each method of the API and the requested headers', () => {
  const answer = preflightHeaders(
    headerOf({ ...asked, 'access-control-request-headers': 'authorization,content-type' }),
  );
  expect(answer).toMatchObject({
    'access-control-allow-origin': 'https://app.example',
    'access-control-allow-headers': 'authorization,content-type',
  });
  for (const { method } of Object.values(endpoints)) expect(answer['access-control-allow-methods']).toContain(method);
});

test('only an OPTIONS request with an origin and a requested method is a preflight [GAP-25]', () => {
  expect(isPreflight('OPTIONS', headerOf(asked))).toBe(true);
  expect(isPreflight('OPTIONS', headerOf({ origin: 'https://app.example' }))).toBe(false);
  expect(isPreflight('PATCH', headerOf(asked))).toBe(false);
});
