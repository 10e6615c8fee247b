import { createMock, type Mock, type MockOptions, virtualClock } from '@issue-tracking/mock';

/** A mock that is some way off, with all its responses. */
export interface SlowService {
  readonly mock: Mock;
  /** With ways there and back on the mock's clock. */
  readonly fetch: typeof fetch;
  /** Status of every response, in order of arrival. */
  readonly statuses: number[];
}

/** A service on a clock that moves by itself; requests and answers take 20 to 200 ms, each twentieth up to 4 s. */
export function slowService(options: MockOptions = {}): SlowService {
  const mock = createMock({ clock: virtualClock({ now: '2026-04-01T09:00:00.000Z', auto: true }), ...options });
  const statuses: number[] = [];
  const latency = latencies();
  return {
    mock,
    statuses,
    async fetch(input, init) {
      await mock.clock.sleep(latency(), init?.signal ?? undefined);
      const response = await mock.fetch(input as Request, init);
      statuses.push(response.status);
      await mock.clock.sleep(latency(), init?.signal ?? undefined);
      return response;
    },
  };
}

/** The same from run to run. */
function latencies(): () => number {
  let state = 7;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    const share = state / 2 ** 31;
    return share < 0.05 ? share * 80_000 : 20 + share * 180;
  };
}
