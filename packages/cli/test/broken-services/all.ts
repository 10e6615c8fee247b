import { type BrokenService, servicesOf } from './broken-service.ts';
import { errors, errorsOfWrites } from './errors.ts';
import { fields } from './fields.ts';
import { reads } from './reads.ts';
import { writes } from './writes.ts';

/** Services that break one rule each, which `compare` must report. */
export const brokenServices: readonly BrokenService[] = [
  ...servicesOf(reads, { write: false }),
  ...fields.flatMap((table) => servicesOf(table, { write: false })),
  ...servicesOf(errors, { write: false }),
  ...servicesOf(writes, { write: true }),
  ...servicesOf(errorsOfWrites, { write: true }),
];
