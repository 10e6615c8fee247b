import { apiKeyInText, apiKeyPattern, secretName } from '@issue-tracking/model';
import { expect, test } from 'vitest';

test.each([
  ['svc_a', true],
  ['svc_', false],
  ['svc_a b', false],
  ['svc_ä', false],
  ['Bearer svc_a', false],
  ['key', false],
])('%j is an API key: %s [AUTH-2]', (text, is) => {
  expect(apiKeyPattern.test(text)).toBe(is);
});

test('API keys are found where they stand in a text [AUTH-2]', () => {
  expect('/x?key=svc_one&b=svc_two.3'.replaceAll(apiKeyInText, '…')).toBe('/x?key=…&b=…');
});

test.each([
  ['authorization', true],
  ['Proxy-Authorization', true],
  ['cookie', true],
  ['set-cookie', true],
  ['x-api-key', true],
  ['x-gateway-secret', true],
  ['X-Auth-Token', true],
  ['client_secret', true],
  ['password', true],
  ['apikey', true],
  ['keyword', false],
  ['author', false],
  ['referer', false],
  ['content-type', false],
  ['www-authenticate', false],
  ['x-request-id', false],
])('a header or parameter %j has a secret value: %s [AUTH-1]', (name, is) => {
  expect(secretName.test(name)).toBe(is);
});
