import type { BrokenService } from './broken-service.ts';
import { changes } from './changes.ts';
import { errors } from './errors.ts';
import { ofFields } from './fields.ts';
import { general } from './general.ts';
import { issues } from './issues.ts';
import { lists } from './lists.ts';
import { resources } from './resources.ts';

/** Services that break one rule each, which `compare` must report. */
export const brokenServices: readonly BrokenService[] = [
  ...general,
  ...ofFields,
  ...resources,
  ...lists,
  ...issues,
  ...changes,
  ...errors,
];
