import { createMock, virtualClock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';

test.each([['with a limit', { requests: 100 }]] as const)(
  '%s 2,000 calls on a virtual clock do not block the event loop',
  async (_, rateLimit) => {
    const mock = createMock({ clock: virtualClock({ auto: true }), rateLimit });
    const client = new IssueTrackingClient({ ...mock.clientOptions, rateLimit });
    let [turns, isOver] = [0, false];
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: 2_000 }, () => client.issues.get('prj_web', 1)));
    isOver = true;
    expect(turns, 'one for about 50 calls').toBeGreaterThan(30);
  },
);
