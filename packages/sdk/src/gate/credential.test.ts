import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../../tools/testing/any-character.ts';
import { runs } from '../../../../tools/testing/seeds.ts';
import { credentialProblem } from './credential.ts';

test.each(['svc_1', 'a', '!~', 'eyJhbGciOi.J9-_+/='])('%s can be a credential [AUTH-1]', (credential) => {
  expect(credentialProblem(credential)).toBeUndefined();
});

test.each([
  [undefined, 'must be a string'],
  [null, 'must be a string'],
  [42, 'must be a string'],
  ['', 'must not be empty'],
  ['svc_1\r\nx: y', 'header can carry at position 6 of 11'],
  [' svc_1', 'header can carry at position 1 of 6'],
  ['svc 1', 'header can carry at position 4 of 5'],
  ['svc\u00001', 'header can carry at position 4 of 5'],
  ['svc_\u2026', 'header can carry at position 5 of 5'],
  ['svc_\u2026 1', 'header can carry at position 5 of 7'],
  ['svc_\u00e9', 'header can carry at position 5 of 5'],
  ['svc_\u007f', 'header can carry at position 5 of 5'],
])('%j cannot be a credential: it %s [AUTH-1]', (credential, problem) => {
  expect(credentialProblem(credential)).toContain(problem);
});

test('a valid credential is a valid header value unchanged, and an invalid one never appears in the message [AUTH-1]', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }), (credential) => {
      const problem = credentialProblem(credential);
      if (problem === undefined) {
        expect(new Headers({ authorization: `Bearer ${credential}` }).get('authorization')).toBe(
          `Bearer ${credential}`,
        );
      } else {
        expect(problem).toMatch(/^has a space, [a-z ]+ at position \d+ of \d+$/);
      }
    }),
    { numRuns: runs(500, 5_000) },
  );
});
