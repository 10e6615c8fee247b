import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from '@issue-tracking/mock';
import { listen } from '@issue-tracking/mock/server';
import { expect, test } from 'vitest';

test('the tests of the Python example pass against the mock server', { tags: 'python3' }, async () => {
  const server = await listen(createMock());
  try {
    const { stderr } = await promisify(execFile)('python3', ['-m', 'unittest', '--verbose'], {
      cwd: join(import.meta.dirname, '../examples/python'),
      env: { ...process.env, ISSUE_TRACKING_BASE_URL: server.url, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(stderr).toMatch(/Ran 4 tests[\s\S]*\nOK/);
  } finally {
    await server.close();
  }
});
