import * as z from 'zod/mini';
import { parseInput } from '../../platform/input/input-error.ts';
import { object } from '../../platform/input/schemas.ts';
import { type Delay, delay } from './delay.ts';
import type { Fault } from './fault.ts';
import type { Faults } from './fault-registry.ts';
import type { FaultHandle } from './placed-fault.ts';

/** How often what goes wrong: shares of all requests, from 0 for never to 1 for always. */
export interface ChaosOptions {
  /** The same seed and requests give the same failures: 1 by default. */
  seed?: number | undefined;
  /** Answers with 503, nothing done: 0.05 by default. */
  errors?: number | undefined;
  /** Answers with 429 and `Retry-After: 1`, nothing done: 0.02 by default. */
  rateLimits?: number | undefined;
  /** Connections that end before the request has its effect: 0.02 by default. */
  drops?: number | undefined;
  /** Connections that end after it: 0.02 by default. */
  lostAnswers?: number | undefined;
  /** How long each answer takes, in milliseconds of the mock's clock: from 20 to 200 by default, 0 for no time. */
  latency?: Delay | undefined;
}

/** Chaos under way. */
export interface Chaos {
  /** The faults that it is made of, each with its report. */
  readonly faults: readonly FaultHandle[];
  /** Ends it. */
  remove(): void;
}

const shareMust = 'must be a number from 0 to 1';
const share = z.optional(z.number(shareMust).check(z.gte(0, shareMust), z.lte(1, shareMust)));

const chaosOptions = object({
  seed: z.optional(z.int('must be a whole number')),
  errors: share,
  rateLimits: share,
  drops: share,
  lostAnswers: share,
  latency: z.optional(delay),
});

/**
 * Adds the faults that make a service unreliable. Faults added before come before them.
 *
 * @throws TypeError for options that make no sense.
 */
export function addChaos(faults: Faults, options: ChaosOptions = {}): Chaos {
  const wording = { who: 'Options of chaos()', hasNo: 'chaos() has no option', member: 'The option' };
  const {
    seed = 1,
    errors = 0.05,
    rateLimits = 0.02,
    drops = 0.02,
    lostAnswers = 0.02,
    latency = [20, 200],
  } = parseInput(chaosOptions, options, wording);
  const mixed: Fault[] = [
    // On arrival, so that the request rate holds for delayed requests too.
    { probability: 1, when: 'arrival', delayMs: latency },
    { probability: errors, status: 503 },
    { probability: rateLimits, status: 429, headers: { 'retry-after': '1' } },
    { probability: drops, drop: true },
    { probability: lostAnswers, when: 'after', drop: true },
  ];
  const handles = mixed
    .filter(({ probability, delayMs }) => probability !== 0 && delayMs !== 0)
    .map((fault, place) => faults.add({ ...fault, times: null, seed: seed * mixed.length + place }));
  return {
    faults: handles,
    remove() {
      for (const handle of handles) handle.remove();
    },
  };
}
