import { expect, test } from 'vitest';
import { releaseChangelog } from './version.ts';

const before = '# @issue-tracking/sdk\n\n## 0.1.0\n\nThe first version.\n';

test('the unreleased lines of a changelog become those of the version', () => {
  const unreleased = before.replace('## 0.1.0', '## Unreleased\n\n- Keys rotate.\n\n## 0.1.0');
  expect(releaseChangelog(unreleased, '0.2.0')).toBe(unreleased.replace('Unreleased', '0.2.0'));
});

test('a package without changes gets the version of the others', () => {
  expect(releaseChangelog(before, '0.2.0')).toBe(
    '# @issue-tracking/sdk\n\n## 0.2.0\n\nNothing changed but the version.\n\n## 0.1.0\n\nThe first version.\n',
  );
  expect(releaseChangelog(before, '0.1.0')).toBe(before);
});
