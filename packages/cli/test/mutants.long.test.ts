import { expect, test } from 'vitest';
import { some } from '../../../tools/testing/seeds.ts';
import { brokenIn, compareMutant } from './compare-mutant.ts';
import { mutants } from './mutants/mutants.ts';

/** A run with `--write` checks the reads first, so it must find the same violations. */
test.each(some(mutants.filter(({ write }) => !write)))(
  'a run with --write also reports $rule as violated by a service that breaks it: $how',
  async (mutant) => {
    const broken = brokenIn(await compareMutant(mutant, true)).map(({ id }) => id);
    expect(broken).toContain(mutant.rule);
  },
);
