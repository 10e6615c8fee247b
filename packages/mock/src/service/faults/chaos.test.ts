import { createMock, virtualClock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';

/** A mock in chaos, and what 300 writes to it come to: a status or `null` for a lost connection. */
async function chaos(options?: Parameters<ReturnType<typeof createMock>['chaos']>[0]) {
  const mock = createMock({ clock: virtualClock({ now: 0, auto: true }), rateLimit: false });
  const { faults, remove } = mock.chaos(options);
  const init = {
    method: 'PATCH',
    headers: { authorization: `Bearer ${mock.clientOptions.apiKey}`, 'content-type': 'application/json' },
    body: '{"priority":"low"}',
  };
  const write = () =>
    mock.fetch(`${mock.baseUrl}/api/v1/projects/prj_web/issues/1`, init).then(
      ({ status }) => status,
      () => null,
    );
  const outcomes: (number | null)[] = [];
  for (let round = 0; round < 300; round++) outcomes.push(await write());
  return { mock, faults, remove, outcomes, write };
}

test('chaos mixes errors, rate limits, lost connections and latency, the same for the same seed', async () => {
  const { outcomes, mock, faults } = await chaos();
  expect(new Set(outcomes)).toEqual(new Set([200, 429, 503, null]));
  expect(outcomes.filter((outcome) => outcome === 200).length).toBeGreaterThan(225);
  const durations = mock.requests.all().map(({ durationMs = 0 }) => durationMs);
  expect(Math.min(...durations)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...durations)).toBeLessThanOrEqual(200);
  const lost = faults.find(({ fault }) => fault.when === 'after');
  expect(lost?.report.length).toBeGreaterThan(0);
  expect((await chaos({ seed: 1 })).outcomes).toEqual(outcomes);
  expect((await chaos({ seed: 2 })).outcomes).not.toEqual(outcomes);
});

test('what chaos has none of does not happen, and it can be ended', async () => {
  const { outcomes, mock, remove, write } = await chaos({
    errors: 1,
    rateLimits: 0,
    drops: 0,
    lostAnswers: 0,
    latency: 0,
  });
  expect([new Set(outcomes), mock.clock.now()]).toEqual([new Set([503]), 0]);
  remove();
  expect([await write(), mock.faults.list()]).toEqual([200, []]);
});

test.each([
  [{ errors: 1.5 }, 'The option "errors" must be a number from 0 to 1; found 1.5.'],
  [{ error: 1 }, 'chaos() has no option "error"; did you mean "errors"?'],
  [{ latency: [9, 1] }, 'The option "latency" must be'],
])('the chaos %j is refused: %s', (options, message) => {
  // What JavaScript can hand over.
  expect(() => createMock().chaos(options as never)).toThrow(message);
});
