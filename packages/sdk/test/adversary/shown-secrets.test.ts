import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { against, goodKey } from './against.ts';
import { apiError, json } from './service/answers.ts';
import { tokenOf } from './service/request.ts';
import { answer } from './service/service.ts';

/** Three parts as a JWT has them, each distinctive. */
const jwt = [
  'eyJhbGciOiJSUzI1NiIsImtpZCI6InRlc3QifQ',
  'eyJzdWIiOiJhZHZlcnNhcnkiLCJleHAiOjE3OTB9',
  'c2lnbmF0dXJlT2ZUaGVBZHZlcnNhcnk',
];

function everything(error: unknown): string {
  return [inspect(error, { depth: 8, showHidden: true }), JSON.stringify(error), String(error)].join('\n');
}

const forms: [string, (token: string) => string][] = [
  ['as sent', (token) => token],
  ['in lower case', (token) => token.toLowerCase()],
  ['in upper case', (token) => token.toUpperCase()],
  ['in base64', (token) => btoa(token)],
  ['in base64 with its scheme', (token) => btoa(`Bearer ${token}`)],
];

test.each(forms)('an error does not contain the credential that the service echoes %s', async (_, form) => {
  for (const status of [400, 403, 404, 422, 500]) {
    const { client, service, clock } = against();
    service.override = (request) =>
      answer(apiError(status, `you sent ${form(tokenOf(request))}`, { 'x-echo': form(tokenOf(request)) }));
    const error = await clock.run(
      client({ retry: false })
        .issues.get('prj_web', 1)
        .catch((reason: unknown) => reason),
    );
    expect(everything(error), String(status)).not.toContain(form(goodKey));
  }
});

test('withResponse contains no header value with the credential', async () => {
  const { client, service, clock } = against();
  service.override = () =>
    answer(json(200, { data: [], total: 0 }, { 'x-echo': goodKey, 'set-cookie': `key=${goodKey}` }));
  const result = await clock.run(client().projects.list().withResponse());
  expect(everything(result.response)).not.toContain(goodKey);
});

test.each([0, 1, 2])('an error does not contain part %i of a JWT that the service echoes', async (part) => {
  const { client, service, clock } = against();
  service.grant(jwt.join('.'));
  const fragment = jwt[part] ?? '';
  service.override = () => answer(apiError(400, `the claim ${fragment} is wrong`));
  const error = await clock.run(
    client({ accessToken: jwt.join('.') })
      .issues.get('prj_web', 1)
      .catch((reason: unknown) => reason),
  );
  expect(everything(error)).not.toContain(fragment);
});

test('an error does not contain the token before the present one', async () => {
  const { client, service, clock } = against();
  let renewals = 0;
  const accessToken = () => {
    const token = `secretTokenNumber${++renewals}End`;
    service.grant(token);
    return { token, expiresAt: new Date(clock.now() + 60_000) };
  };
  const one = client({ accessToken });
  for (let n = 0; n < 3; n++) {
    await clock.run(one.issues.get('prj_web', 1));
    await clock.pass(61_000);
  }
  service.override = () => answer(apiError(400, 'not secretTokenNumber3End again'));
  const error = await clock.run(one.issues.get('prj_web', 1).catch((reason: unknown) => reason));
  expect(renewals).toBe(4);
  expect(everything(error)).not.toContain('secretTokenNumber3End');
});

test('a message is limited in length, even with 5,000 details', async () => {
  const { client, service, clock } = against();
  const details = Array.from({ length: 5_000 }, (_, n) => ({ field: `field${n}`, message: 'x'.repeat(500) }));
  service.override = () => answer(json(400, { error: 'Invalid input', details }));
  const error = await clock.run(
    client()
      .issues.get('prj_web', 1)
      .catch((reason: unknown) => reason),
  );
  expect(String(error).length).toBeLessThan(20_000);
});
