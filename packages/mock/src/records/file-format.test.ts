import { createMock, parseWorld, type World } from '@issue-tracking/mock';
import { expect, test } from 'vitest';

test('a file of an unknown format version is rejected with what to do, whatever its content', () => {
  const newer =
    'was written by a newer version of @issue-tracking/mock (format 2; this one reads up to 1). Update the package to read it';
  for (const world of [
    { formatVersion: 2, teams: [] },
    { formatVersion: 2, form: 'streamed' },
  ]) {
    expect(() => parseWorld(world)).toThrow(`formatVersion: ${newer}`);
    expect(() => createMock({ world: world as World })).toThrow(newer);
  }
  for (const formatVersion of [0, 1.5, '1', null])
    expect(() => parseWorld({ formatVersion })).toThrow('formatVersion: must be');
  expect(parseWorld({ formatVersion: 1 })).toEqual(parseWorld({}));
});
