import { changes } from './changes.ts';
import { errors } from './errors.ts';
import { ofFields } from './fields.ts';
import { general } from './general.ts';
import { issues } from './issues.ts';
import { lists } from './lists.ts';
import type { Mutant } from './mutant.ts';
import { resources } from './resources.ts';

/** Services that break one rule each, which `compare` must report as violated. */
export const mutants: readonly Mutant[] = [
  ...general,
  ...ofFields,
  ...resources,
  ...lists,
  ...issues,
  ...changes,
  ...errors,
];
