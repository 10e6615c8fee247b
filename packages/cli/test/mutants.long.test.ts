import { expect, test } from 'vitest';
import { mutants } from './mutants/mutants.ts';
import { brokenIn, verifyMutant } from './verify-mutant.ts';

/** A run with `--write` checks the reads first, so it must find the same violations. */
test.each(mutants.filter(({ write }) => !write))(
  'a run with --write also reports $rule as violated by a service that breaks it: $how',
  async (mutant) => {
    const broken = brokenIn(await verifyMutant(mutant, true)).map(({ id }) => id);
    expect(broken).toContain(mutant.rule);
  },
);
