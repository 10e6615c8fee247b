import type { Behavior } from '../behavior/behavior.ts';
import { resolveBehavior } from '../behavior/resolve.ts';
import { UsageError } from '../platform/command-line/usage-error.ts';
import { newerFormat } from '../records/file-format.ts';
import { inFile, readJson } from './json-file.ts';

/** Reads the file of `--behavior-file`. @throws UsageError that names the file, the option and its values. */
export async function readBehavior(file: string): Promise<Partial<Behavior>> {
  return behaviorIn(file, await readJson('--behavior-file', file));
}

/**
 * Returns the behavior options in the content of a file: an object of them, or the result of `compare`, which has a member
 * `behavior`. `$schema` is for editors.
 */
export function behaviorIn(file: string, content: unknown): Partial<Behavior> {
  const newer = newerFormat(content);
  if (newer !== undefined) throw new UsageError(`${file} ${newer}`);
  if (!isObject(content)) throw new UsageError(`${file} must have a JSON object of behavior options`);
  const { $schema, formatVersion, ...members } = content;
  const behavior = isObject(members['behavior']) ? members['behavior'] : members;
  inFile(file, () => resolveBehavior(behavior));
  return behavior;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
