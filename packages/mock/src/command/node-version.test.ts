import { expect, test } from 'vitest';
import { unsupportedNodeMessage } from './node-version.ts';

test.each(['20.20.2', '22.9.0', '22.17.1'])('Node %s gets an error message, because it is too old', (version) => {
  expect(unsupportedNodeMessage(version)).toBe(`issue-tracking-mock: requires Node 22.18 or later, found ${version}\n`);
});

test.each(['22.18.0', '22.23.3', '24.0.0', '100.0.0', process.versions.node])('Node %s is supported', (version) => {
  expect(unsupportedNodeMessage(version)).toBeUndefined();
});
