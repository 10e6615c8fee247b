import { readFile } from 'node:fs/promises';
import { UsageError } from '../platform/command-line/usage-error.ts';

/** Reads the JSON file of a flag. @throws UsageError for a file that can't be read or is not JSON. */
export async function readJson(flag: string, file: string, must = 'the path of a JSON file'): Promise<unknown> {
  try {
    return parseJson(file, await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `it can't be read (${code})`;
    throw new UsageError(`${flag} can't be "${file}": ${why}. It must be ${must}`);
  }
}

/** Parses the text of a file. @throws UsageError for invalid JSON, with the advice as a further line. */
export function parseJson(file: string, text: string, advice?: string): unknown {
  try {
    // Editors on Windows add a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}${advice ? `\n${advice}` : ''}`);
  }
}

/** Calls a function that checks the content of a file. @throws UsageError with the file's path in place of a TypeError. */
export function inFile<Result>(file: string, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}
