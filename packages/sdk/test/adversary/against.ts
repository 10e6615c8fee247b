import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';
import { randomFrom } from '../../../../tools/testing/random.ts';
import { overFetch } from './service/over-fetch.ts';
import { Service } from './service/service.ts';
import type { Switches } from './service/switches.ts';
import { SimulatedClock } from './simulated-clock.ts';

/** The key that the service knows. */
export const goodKey = 'svc_goodKeyOfTheAdversary';

/** A service with these switches on a simulated clock, ten issues in it, and clients for it. */
export function against(switches: Partial<Switches> = {}, { seed = 1, issues = 10 } = {}) {
  const clock = new SimulatedClock();
  const random = randomFrom(seed);
  const service = new Service(clock, random, switches);
  service.grant(goodKey);
  const day = 86_400_000;
  for (let n = 0; n < issues; n++) service.issues.add(clock.now() - day * (1 + (n % 2)));
  const fetch = overFetch(service);
  return {
    clock,
    random,
    service,
    client: (options: Partial<ClientOptions> = {}) =>
      new IssueTrackingClient({
        baseUrl: 'https://issues.test',
        ...(!options.accessToken && { apiKey: goodKey }),
        fetch,
        clock,
        ...options,
      } as ClientOptions),
    /** Lets time pass until all have settled; rejections are values. */
    all: <T>(calls: readonly Promise<T>[]): Promise<PromiseSettledResult<T>[]> => clock.run(Promise.allSettled(calls)),
  };
}

/** How many of these went well. */
export function fulfilled(results: readonly PromiseSettledResult<unknown>[]): number {
  return results.filter(({ status }) => status === 'fulfilled').length;
}

/** `n` of what a function makes. */
export function times<T>(n: number, make: (index: number) => T): T[] {
  return Array.from({ length: n }, (_, index) => make(index));
}
