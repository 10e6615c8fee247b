import { readFile } from 'node:fs/promises';
import type { Behavior } from '../behavior/behavior.ts';
import { checkedBehavior } from './choose-behavior.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads the behavior options of the file of `--behavior-file`; none without it.
 *
 * @throws UsageError for an unreadable or invalid file.
 */
export async function readBehaviorFile(file: string | undefined): Promise<Partial<Behavior>> {
  if (file === undefined) return {};
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--behavior-file can't be "${file}": it can't be read (${code})`);
  }
  try {
    return checkedBehavior(file, JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is not JSON: ${error.message}`);
    throw error;
  }
}
