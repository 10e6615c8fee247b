import { type Behavior, behaviorOptions } from '@issue-tracking/mock';
import fc from 'fast-check';
import { firstSeed, runs } from './seeds.ts';

const options = Object.entries(behaviorOptions);
const most = Math.max(...options.map(([, { choices }]) => choices.length));

/** Behaviors that have each choice at least once, and random mixes. The first has all defaults. */
export const behaviors: readonly Behavior[] = [
  ...Array.from({ length: most }, (_, at) =>
    options.map(([name, { choices }]) => [name, choices[at % choices.length]]),
  ),
  ...fc.sample(
    fc.tuple(...options.map(([name, { choices }]) => fc.constantFrom(...choices).map((choice) => [name, choice]))),
    { numRuns: runs(2, 100), seed: firstSeed },
  ),
  // The cast: each name has a choice of its own option.
].map((chosen) => Object.fromEntries(chosen) as Behavior);
