import { changes } from './changes.ts';
import { ofFields } from './fields.ts';
import { general } from './general.ts';
import { issues } from './issues.ts';
import { lists } from './lists.ts';
import type { Mutant } from './mutant.ts';
import { refusalsOfRules } from './refusals.ts';
import { resources } from './resources.ts';

/** Each breaks one rule, and is to be found as a breach of it. */
export const mutants: readonly Mutant[] = [
  ...general,
  ...ofFields,
  ...resources,
  ...lists,
  ...issues,
  ...changes,
  ...refusalsOfRules,
];
