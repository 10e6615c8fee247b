import { readFile } from 'node:fs/promises';
import type { PulledWorld } from '../world/pulled-world.ts';
import type { World } from '../world/world.ts';
import { UsageError } from './usage-error.ts';

/**
 * Loads what `--world` names: the demo world, no data at all, or a world file, which is checked when the mock is made
 * of it.
 *
 * @throws UsageError for a file that can't be read or is not JSON.
 */
export async function readWorld(name: string, seed: number): Promise<World | PulledWorld> {
  if (name === 'empty') return {};
  if (name === 'demo') {
    // Only now: its texts and their generator are most of what the command would load.
    const { demoWorld } = await import('../demo/demo-world.ts');
    return demoWorld({ seed });
  }
  try {
    // Editors on Windows begin files with a byte order mark.
    return JSON.parse((await read(name)).replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${name} is not JSON: ${error.message}`);
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
