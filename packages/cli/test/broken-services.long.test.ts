import { expect, test } from 'vitest';
import { some } from '../../../tools/testing/seeds.ts';
import { brokenServices } from './broken-services/all.ts';
import { brokenIn, compareBroken } from './compare-broken-service.ts';

/** With `--write`, compare checks the reads first, so it must report the same violations. */
test.each(some(brokenServices.filter(({ write }) => !write)))(
  'compare --write also reports $rule as violated by a service that breaks it: $how',
  async (service) => {
    const broken = brokenIn(await compareBroken(service, true)).map(({ id }) => id);
    expect(broken).toContain(service.rule);
  },
);
