import { effort } from './effort.ts';
import { median, spread } from './numbers.ts';

/** One way of doing the same thing. */
export interface Contender<Result = unknown> {
  name: string;
  ours?: boolean;
  call: () => Result | Promise<Result>;
  /** Throws, or says what is wrong, when the answer is not the one every contender must give. */
  check: (result: Result) => string | undefined | Promise<string | undefined>;
}

export interface Timing {
  name: string;
  ours: boolean;
  /** Median over the rounds, a call. */
  micros: number;
  /** Median over the rounds of this contender's time over the first contender's in the same round. */
  ratio: number;
  spread: number;
  /** Every round's time, for ratios against others than the first. */
  samples: number[];
}

export interface Interleaving {
  /** CPU time of the whole process, or what a clock on the wall shows. */
  of: 'cpu' | 'wall';
  rounds?: number;
  /** How long one contender runs in one round. */
  sampleMs?: number;
  /** The compiler takes 10,000 to 20,000 calls of a client to settle. */
  warmUpMs?: number;
}

/**
 * Times contenders in rounds, each contender once a round and first in turn, so that a busy minute of the machine
 * falls on all of them. The first contender is what the others are compared with. No forced garbage collection between
 * rounds: it also throws away what the compiler has learnt, and made every contender several times slower.
 */
export async function interleave(
  contenders: Contender[],
  options: Interleaving,
): Promise<{ timings: Timing[]; invalid: string[] }> {
  const { of } = options;
  const rounds = effort(options.rounds ?? 15);
  const sampleMs = effort(options.sampleMs ?? 40);
  const warmUpMs = effort(options.warmUpMs ?? 1_000);
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

/** Median of the round-by-round ratios. */
export function ratioOf(samples: readonly number[], base: readonly number[]): number {
  return median(samples.map((value, round) => value / (base[round] ?? Number.NaN)));
}

async function callsIn(sampleMs: number, warmUpMs: number, { call }: Contender): Promise<number> {
  const start = performance.now();
  let done = 0;
  let late = 0;
  let lateFrom = start;
  // The second half of the warm-up tells the speed.
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
