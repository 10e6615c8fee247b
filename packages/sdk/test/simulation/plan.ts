import type { Random } from '../../../../tools/testing/random.ts';

/** The service and the way to it. */
export interface Network {
  /** Requests in a window. */
  readonly limit: number;
  readonly windowMs: number;
  readonly latencyMs: readonly [number, number];
  /** Share of requests that fail: 5xx, hanging and cut responses, lost connections. */
  readonly faults: number;
  /** First requests that are rejected by mistake. */
  readonly wrong401s: number;
  /** When no credential works, from the start. */
  readonly revoked: readonly (readonly [from: number, to: number])[];
  /** The status of all issues, by the time since the start. */
  status(ms: number): string;
}

/** The tokens of a function. */
export interface Tokens {
  readonly lifeMs: number;
  /** Whether the function says when a token ends. */
  readonly tellsEnd: boolean;
  /** The longest run of the function. */
  readonly slowMs: number;
  /** Share of runs that throw. */
  readonly failures: number;
}

const kinds = ['get', 'context', 'checked comment', 'comment', 'update', 'waitFor', 'toArray', 'iterate'] as const;

/** One call. */
export interface CallPlan {
  readonly kind: (typeof kinds)[number];
  readonly client: number;
  readonly atMs: number;
  readonly priority: number;
  readonly deadline: number | undefined;
  readonly timeout: number;
  readonly retries: number;
  readonly abortAfterMs: number | undefined;
}

/** One run: a service, clients with one credential, and their calls. */
export interface Plan {
  readonly network: Network;
  /** Of the function that gets the credential; `undefined` for a key. */
  readonly tokens: Tokens | undefined;
  /** Of each client; `undefined` for the default. */
  readonly limits: readonly (number | undefined)[];
  readonly isProtected: boolean;
  readonly store: 'none' | 'fast' | 'slow' | 'flaky';
  readonly closes: readonly { readonly client: number; readonly atMs: number; readonly deadline: number | undefined }[];
  readonly calls: readonly CallPlan[];
  /** Nothing goes wrong in the run, so that a call waits for nothing but its turn. */
  readonly isCalm: boolean;
}

const longestTimeout = 8_000;
const defaultLimit = 100;

export function planOf(random: Random): Plan {
  const isCalm = random.chance(0.5);
  const maybe = <T>(probability: number, value: () => T): T | undefined =>
    !isCalm && random.chance(probability) ? value() : undefined;
  const windowMs = random.pick([10_000, 60_000]);
  const limits = times(random.pick([1, 1, 2, 3, 4]), () =>
    random.pick([undefined, 1 + random.below(30), 8 + random.below(10)]),
  );
  const highest = Math.max(...limits.map((limit) => limit ?? defaultLimit));
  const closes = maybe(0.3, () => [
    {
      client: random.below(limits.length),
      atMs: random.between(0, 90_000),
      deadline: random.pick([undefined, 1, 20_000]),
    },
  ]);
  const tokens = random.chance(0.4)
    ? {
        lifeMs: random.between(20_000, 300_000),
        tellsEnd: random.chance(0.5),
        slowMs: random.pick([0, 50, 3_000]),
        failures: maybe(0.5, () => 0.3) ?? 0,
      }
    : undefined;
  // The hash of each new token, for its key in a store, is nothing that the clock waits for.
  const store = tokens ? undefined : maybe(0.4, () => random.pick(['fast', 'slow', 'flaky'] as const));
  return {
    isCalm,
    limits,
    tokens,
    network: {
      limit: maybe(0.2, () => Math.ceil(highest / 2)) ?? highest,
      windowMs,
      latencyMs: random.pick([[5, 50], [100, 101], isCalm ? [20, 200] : [20, longestTimeout / 4]] as const),
      faults: maybe(0.6, () => random.pick([0.05, 0.3, 0.8])) ?? 0,
      wrong401s: maybe(0.2, () => 1 + random.below(2)) ?? 0,
      revoked: maybe(0.2, () => [[random.between(0, 60_000), random.between(60_000, 2_000_000)]] as const) ?? [],
      status: (ms) => (ms > 100_000 ? 'verified' : 'open'),
    },
    isProtected: random.chance(0.7),
    store: store ?? 'none',
    closes: closes ?? [],
    calls: times(2 + random.below(40), () => ({
      kind: random.pick(kinds),
      client: random.below(limits.length),
      atMs: random.pick([0, random.between(0, 2_000), random.between(0, 3 * windowMs)]),
      priority: random.pick([0, 0, 0, 1, -1]),
      deadline: random.chance(0.4) ? random.pick([1, 250, 10_000, 70_000, 300_000]) : undefined,
      timeout: random.pick([1_000, longestTimeout]),
      retries: random.pick([0, 4]),
      abortAfterMs: maybe(0.2, () => random.between(0, 20_000)),
    })),
  };
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}
