import { expect, test } from 'vitest';
import { mutants } from './mutants/mutants.ts';
import { brokenIn, verifyMutant } from './verify-mutant.ts';

/** Writes to an issue after it has looked at everything else: what reads show is found all the same. */
test.each(mutants.filter(({ write }) => !write))('$rule is found broken with --write too: $how', async (mutant) => {
  const broken = brokenIn(await verifyMutant(mutant, true)).map(({ id }) => id);
  expect(broken).toContain(mutant.rule);
});
