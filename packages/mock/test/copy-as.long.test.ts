import { expect, test } from 'vitest';
import { cases, copyOf } from './copied-requests.ts';
import { runProcess } from './run-process.ts';

test.each(Object.entries(cases))(
  'the copied curl command gets the same status as its request: %s',
  { tags: ['bash', 'curl'] },
  async (_, each) => {
    const { text } = await copyOf(each);
    const { out, code } = await runProcess('bash', ['-c', text]);
    expect([code, /^HTTP\/1\.1 (\d+)/.exec(out)?.[1]]).toEqual([0, String(each.status)]);
    expect(text).not.toContain('real_key');
  },
);
