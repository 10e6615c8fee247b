import { readFile } from 'node:fs/promises';
import type { PulledWorld, World } from '../records/world.ts';
import { UsageError } from './usage-error.ts';

/** Whether `--world` names a file. */
export function isFile(name: string): boolean {
  return name !== 'demo' && name !== 'empty';
}

/**
 * Loads the world of `--world`: the demo world, an empty one, or an unchecked world file.
 *
 * @throws UsageError for a file that can't be read or is not JSON.
 */
export async function readWorld(name: string): Promise<World | PulledWorld> {
  if (name === 'empty') return {};
  if (name === 'demo') {
    // Imported lazily: the demo is most of the code of the command.
    const { demoWorld } = await import('../records/demo/demo-world.ts');
    return demoWorld();
  }
  return parseFile(name, await read(name));
}

/** Parses the text of a world file. @throws UsageError for invalid JSON. */
export function parseFile(file: string, text: string): World | PulledWorld {
  try {
    // Editors on Windows add a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is not JSON: ${error.message}`);
    throw error;
  }
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `it can't be read (${code})`;
    throw new UsageError(`--world can't be "${file}": ${why}. It must be demo, empty or the path of a JSON file`);
  }
}
