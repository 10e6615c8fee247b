import { expect, test } from 'vitest';
import { brokenIn, hunt } from './hunt.ts';
import { mutants } from './service/mutants/mutants.ts';

/** Writes to an issue after it has looked at everything else: what reads show is found all the same. */
test.each(mutants.filter(({ write }) => !write))('$rule is found broken with --write too: $how', async (mutant) => {
  const broken = brokenIn(await hunt(mutant, true)).map(({ id }) => id);
  expect(broken).toContain(mutant.rule);
});
