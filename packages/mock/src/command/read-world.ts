import { constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { PulledWorld } from '../data/world/pulled-world.ts';
import type { World } from '../data/world/world.ts';
import { UsageError } from './usage-error.ts';

/** Options of {@link readWorld}. */
interface ReadOptions {
  /** Ends the wait for a pipe without a writer. */
  readonly signal: AbortSignal;
  /** Called when the command waits for a pipe. */
  waiting(message: string): void;
}

/** Whether `--world` names a file. */
export function isFile(name: string): boolean {
  return name !== 'demo' && name !== 'empty';
}

/**
 * Loads the world of `--world`: the demo world, an empty one, or an unchecked world file; `undefined` if the wait was aborted.
 *
 * @throws UsageError for a file that can't be read or is not JSON.
 */
export async function readWorld(name: string, options: ReadOptions): Promise<World | PulledWorld | undefined> {
  if (name === 'empty') return {};
  if (name === 'demo') {
    // Imported lazily: the demo is most of the code of the command.
    const { demoWorld } = await import('../data/demo/demo-world.ts');
    return demoWorld();
  }
  const text = await read(name, options);
  return text === undefined ? undefined : parseFile(name, text);
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

async function read(file: string, options: ReadOptions): Promise<string | undefined> {
  try {
    return (await stat(file)).isFIFO() ? await readPipe(file, options) : await readFile(file, 'utf8');
  } catch (error) {
    if (options.signal.aborted) return undefined;
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `it can't be read (${code})`;
    throw new UsageError(`--world can't be "${file}": ${why}. It must be demo, empty or the path of a JSON file`);
  }
}

/** Silence of a pipe before the notice is printed, in milliseconds. */
const quietFor = 1000;

/**
 * Reads a named pipe to its end, as of `--world <(jq … world.json)`. Opening it as a file would block a thread, and the end of the
 * process, until the pipe has a writer.
 */
async function readPipe(file: string, { signal, waiting }: ReadOptions): Promise<string> {
  const { fd } = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const pipe = new Socket({ fd, readable: true, writable: false, signal });
  const notice = setTimeout(waiting, quietFor, `Waiting for ${file}: it is a pipe without data yet.`);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of pipe) {
      clearTimeout(notice);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    clearTimeout(notice);
  }
}
