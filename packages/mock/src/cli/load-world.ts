import { readFile } from 'node:fs/promises';
import type { CheckedWorld } from '../world/checked-world.ts';
import { parseWorld } from '../world/parse-world.ts';
import { WorldError } from '../world/world-error.ts';
import { UsageError } from './usage-error.ts';

/**
 * Loads what `--world` names: the demo world, no data at all, or a world file.
 *
 * @throws UsageError saying what is wrong with the file, and where in it.
 */
export async function loadWorld(name: string, seed: number): Promise<CheckedWorld> {
  if (name === 'empty') return parseWorld({});
  if (name === 'demo') {
    // Only now: its texts and their generator are most of what the command would load.
    const { demoWorld } = await import('../demo.ts');
    return parseWorld(demoWorld({ seed }));
  }
  try {
    return parseWorld(parseJson(await read(name)));
  } catch (error) {
    if (error instanceof WorldError || error instanceof SyntaxError) throw new UsageError(`${name}: ${error.message}`);
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

/** @throws SyntaxError with the line and column, when the text is no JSON. */
function parseJson(text: string): unknown {
  try {
    // Editors on Windows begin files with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SyntaxError(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
