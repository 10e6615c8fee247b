import { least, median, spread } from './numbers.ts';
import type { Limit, Target } from './report.ts';

/** One of the implementations to compare. */
export interface Contender<Result = unknown> {
  name: string;
  ours?: boolean;
  call: () => Result | Promise<Result>;
  /** Throws or returns a problem if the result is not the one that all contenders must return. */
  check: (result: Result) => string | undefined | Promise<string | undefined>;
}

export interface Timing {
  name: string;
  ours: boolean;
  /** Median over the rounds, per call. */
  micros: number;
  /** Median ratio of this contender's time to the first contender's in the same round. */
  ratio: number;
  spread: number;
  /** Times of all rounds, for ratios to other contenders than the first. */
  samples: number[];
}

export interface Interleaving {
  /** CPU time of the whole process, or wall time. */
  of: 'cpu' | 'wall';
  rounds?: number;
  /** Time of one contender in one round, in milliseconds. */
  sampleMs?: number;
  /** Time before the first round, in milliseconds. The compiler needs 10,000 to 20,000 calls of a client. */
  warmUpMs?: number;
}

/**
 * Times contenders in rounds, each once per round and in rotating order, so that other load on the machine affects all alike.
 * The others are compared with the first. Doesn't force garbage collection between rounds, because that discards compiled code
 * and makes every contender several times slower.
 */
export async function interleave(
  contenders: Contender[],
  options: Interleaving,
): Promise<{ timings: Timing[]; invalid: string[] }> {
  const { of, rounds = 15, sampleMs = 40, warmUpMs = 1_000 } = options;
  const invalid: string[] = [];
  const verify = async ({ name, call, check }: Contender): Promise<void> => {
    const problem = await Promise.resolve()
      .then(call)
      .then(check)
      .catch((error: unknown) => String(error));
    if (problem !== undefined) invalid.push(`${name}: ${problem}`);
  };

  const calls = new Map<Contender, number>();
  for (const contender of contenders) {
    await verify(contender);
    if (invalid.length > 0) return { timings: [], invalid };
    calls.set(contender, await callsIn(sampleMs, warmUpMs, contender));
  }
  const samples = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const index = (turn + round) % contenders.length;
      const contender = contenders[index] as Contender;
      samples[index]?.push(await sample(contender, calls.get(contender) ?? 1, of));
    }
  }
  for (const contender of contenders) await verify(contender);

  const base = samples[0] ?? [];
  const timings = contenders.map(({ name, ours = false }, index): Timing => {
    const own = samples[index] ?? [];
    return { name, ours, micros: median(own), ratio: ratioOf(own, base), spread: spread(own), samples: own };
  });
  return { timings, invalid };
}

/** Returns the median of the ratios of each round. */
export function ratioOf(samples: readonly number[], base: readonly number[]): number {
  return median(ratios(samples, base));
}

/** Returns the ratio of the least values of all rounds. */
export function leastRatioOf(samples: readonly number[], base: readonly number[]): number {
  return least(samples) / least(base);
}

/** Returns a target for the ratio of two contenders' times, with the spread of that ratio over the rounds as its tolerance. */
export function ratioTarget(
  name: string,
  samples: readonly number[],
  base: readonly number[],
  limit: Limit,
  ratio = ratioOf,
): Target {
  const measured = ratio(samples, base);
  return { name, measured, tolerance: measured * spread(ratios(samples, base)), unit: '×', ...limit };
}

function ratios(samples: readonly number[], base: readonly number[]): number[] {
  return samples.map((value, round) => value / (base[round] ?? Number.NaN));
}

async function callsIn(sampleMs: number, warmUpMs: number, { call }: Contender): Promise<number> {
  const start = performance.now();
  let done = 0;
  let late = 0;
  let lateFrom = start;
  // Measure the speed in the second half of the warm-up.
  for (let now = start; now - start < warmUpMs; now = performance.now()) {
    await call();
    done += 1;
    if (late === 0 && now - start > warmUpMs / 2) {
      late = done;
      lateFrom = performance.now();
    }
  }
  const each = (performance.now() - lateFrom) / Math.max(1, done - late);
  return Math.max(1, Math.round(sampleMs / each));
}

async function sample({ call }: Contender, calls: number, of: 'cpu' | 'wall'): Promise<number> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  for (let index = 0; index < calls; index += 1) await call();
  if (of === 'wall') return ((performance.now() - start) * 1000) / calls;
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / calls;
}
