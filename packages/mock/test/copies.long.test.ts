import { expect, test } from 'vitest';
import { cases, copiesOf, run } from './copied-requests.ts';

test.each(Object.entries(cases))(
  'curl that is copied ends as the request did: %s',
  { tags: ['bash', 'curl'] },
  async (_, each) => {
    const { curl, served } = await copiesOf(each);
    const { out, code } = await run('bash', ['-c', curl]);
    expect([code, /^HTTP\/1\.1 (\d+)/.exec(out)?.[1]]).toEqual(
      each.status === undefined ? [52, undefined] : [0, String(each.status)],
    );
    expect(curl).not.toContain('real_key');
    expect(served.mock.faults.list()).toEqual([]);
  },
);
