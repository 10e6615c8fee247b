import * as z from 'zod/mini';
import { faultSchema } from '../faults/fault.ts';
import { mockOptions } from '../mock/mock-options.ts';
import { parseInput } from '../platform/input/input-error.ts';
import { list, object } from '../platform/input/schemas.ts';
import { inFile, readJson } from './json-file.ts';

/** The content of an options file: the options of a mock, of which JSON has all but the clock and functions, and faults. */
export const optionsFile = object({
  $schema: z.optional(z.unknown()),
  ...mockOptions.def.shape,
  faults: list(faultSchema),
});

/** Reads the file of `--options`. @throws UsageError that names the file and the path of each mistake. */
export async function readOptions(file: string): Promise<z.infer<typeof optionsFile>> {
  const content = await readJson('--options', file);
  const wording = { who: 'The options', hasNo: 'There is no option', member: 'The option' };
  return inFile(file, () => parseInput(optionsFile, content as z.input<typeof optionsFile>, wording));
}
