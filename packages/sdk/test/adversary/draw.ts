import type { Random } from '../../../../tools/testing/random.ts';
import { type Loss, plain, type Switches } from './service/switches.ts';

/** How the client is used in a run. */
export interface Usage {
  readonly clients: 'one' | 'three, one fetch' | 'bad keys beside it' | 'provider';
  /** Clients with keys that were never good. */
  readonly badKeys: number;
  /** How long a token of the provider works, which has no `expiresAt`. */
  readonly tokenLastsMs: number;
  readonly revokedAfterMs: number | undefined;
  /** Times that a good credential is rejected anyway. */
  readonly spurious401s: number;
  readonly timeout: number;
  readonly deadline: number;
  readonly retries: number;
  /** Whether the client keeps the limit that the service has. */
  readonly knowsRate: boolean;
  readonly calls: number;
  /** Calls begin within so many milliseconds. */
  readonly withinMs: number;
  readonly issues: number;
  readonly pageSize: number;
}

/** Every way to lose a request or its response. */
export const losses: readonly Loss[] = [
  'refused',
  'reset, never lands',
  'reset, landed',
  'reset, lands late',
  '502, never lands',
  '502, lands late',
  '503, never lands',
  '503, lands late',
  '504, never lands',
  '504, lands late',
  'timeout, never lands',
  'timeout, landed',
  'timeout, lands late',
  'cut',
];

/** Every switch by itself: mostly as a plain service has it, so that deviations meet in all combinations. */
export function drawSwitches(random: Random): Switches {
  const maybe = <T>(probability: number, otherwise: T, value: () => T): T =>
    random.chance(probability) ? value() : otherwise;
  return {
    commentText: maybe(0.5, plain.commentText, () => [
      ...new Set([1, 2, 3].map(() => random.pick(['trim', 'lf', 'nfc', 'html', 'no-zero-width'] as const))),
    ]),
    commentCap: maybe(0.2, undefined, () => ({
      keep: random.pick(['first', 'last'] as const),
      count: 1 + random.below(4),
    })),
    readLagMs: maybe(0.2, 0, () => random.between(50, 20_000)),
    otherPerson: maybe(0.3, 'nothing', () => random.pick(['the same comment', 'another comment'] as const)),
    verifies: maybe(0.4, 0, () => random.between(0.3, 1)),
    dateSkewMs: maybe<number | undefined>(0.5, 0, () =>
      maybe<number | undefined>(0.8, undefined, () => {
        const most = random.pick([5_000, 3_600_000]);
        return random.between(-most, most);
      }),
    ),
    lossRate: maybe(0.6, 0, () => random.pick([0.1, 0.3, 0.6])),
    losses: maybe(0.5, losses, () => [random.pick(losses), random.pick(losses)]),
    landsWithinMs: random.pick([200, 2_000, 5_000, 30_000]),
    // Never quite the same: a response and an abort of one instant have no order.
    latencyMs: random.pick([
      [0, 0.01],
      [5, 50],
      [5, 50],
      [20, 800],
      [100, 100.01],
      [300, 5_000],
      [1_000, 60_000],
    ] as const),
    hangs: maybe(0.15, undefined, () => {
      const from = random.pick([0, 0, random.between(0, 5_000)]);
      return [from, from + random.between(500, 30_000)] as const;
    }),
    inFront: maybe(0.1, undefined, () => ({
      kind: random.pick(['portal', 'firewall'] as const),
      untilMs: random.between(100, 5_000),
    })),
    order: random.pick(['stable', 'unstable ties', 'last update first']),
    membership: maybe(0.3, undefined, () => ({
      kind: random.pick(['enter', 'leave'] as const),
      everyPages: 1 + random.below(8),
    })),
    rate: random.pick([plain.rate, { limit: 10, windowMs: 6_000 }]),
    lockout: {
      ...plain.lockout,
      status: random.pick([429, 429, 403, 401] as const),
    },
    lockoutStopsAll: random.chance(0.3),
    retryAfter: random.pick(['plain', 'blank', 'list', 'decimal', 'date']),
    absentValues: random.pick(['empty', 'null', 'omitted']),
    bloat: maybe(0.15, undefined, () => ({
      kind: random.pick(['deep', 'wide', 'long', 'many'] as const),
      size: Math.round(10 ** random.between(0.5, 4)),
    })),
    echoes: random.chance(0.3),
  };
}

export function drawUsage(random: Random): Usage {
  const clients = random.pick(['one', 'one', 'three, one fetch', 'bad keys beside it', 'provider'] as const);
  return {
    clients,
    badKeys: clients.startsWith('bad keys') ? 1 + random.below(6) : 0,
    tokenLastsMs: random.between(1_000, 600_000),
    revokedAfterMs: random.chance(0.25) ? random.between(0, 30_000) : undefined,
    spurious401s: random.chance(0.1) ? 1 + random.below(2) : 0,
    timeout: random.pick([500, 1_000, 10_000, 30_000, Math.round(random.between(200, 60_000))]),
    deadline: random.pick([5_000, 60_000, 300_000]),
    retries: random.pick([0, 4, 4, 4]),
    knowsRate: random.chance(0.85),
    calls: 4 + random.below(17),
    withinMs: random.pick([1, 1, 2_000, 30_000, 1_800_000]),
    issues: 3 + random.below(10),
    pageSize: 2 + random.below(3),
  };
}
