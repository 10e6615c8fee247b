import { readFile } from 'node:fs/promises';
import type { Readings } from '../../service/readings/readings.ts';
import { checkedReadings } from './choose-reading.ts';
import { UsageError } from './usage-error.ts';

/**
 * The readings of the file that `--readings` names; none without it.
 *
 * @throws UsageError for a file that can't be read or holds something else.
 */
export async function readReadings(file: string | undefined): Promise<Partial<Readings>> {
  if (file === undefined) return {};
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--readings can't be "${file}": it can't be read (${code})`);
  }
  try {
    return checkedReadings(file, JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is not JSON: ${error.message}`);
    throw error;
  }
}
