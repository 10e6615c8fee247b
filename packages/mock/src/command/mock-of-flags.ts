import { createMock } from '../create-mock.ts';
import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import type { MockOptions } from '../mock/mock-options.ts';
import { UsageError } from '../platform/command-line/usage-error.ts';
import { WorldError } from '../records/world-error.ts';
import type { FlagValues } from './flags.ts';
import { readJson } from './json-file.ts';
import { readOptions } from './options-file.ts';
import { startOver } from './state-file.ts';

/** The type of a world whose content `createMock` checks. */
export type LoadedWorld = NonNullable<MockOptions['world']>;

/** A mock, and its world as in the file that has it. */
interface MockOfFlags {
  readonly mock: Mock;
  readonly world: unknown;
  readonly file: string;
}

/**
 * Creates the mock that the flags describe. Flags override the file of `--options`.
 *
 * @param kept The path of the state file, and its content.
 *
 * @throws UsageError that names the flag or the file with the mistake.
 */
export async function mockOfFlags(
  flags: FlagValues,
  kept?: readonly [file: string, world: object],
): Promise<MockOfFlags> {
  const optionsFile = flags.value('options');
  const { $schema, faults = [], ...options } = optionsFile === undefined ? {} : await readOptions(optionsFile);
  if (flags.has('rate-limit')) {
    const requests = flags.value('rate-limit');
    options.rateLimit = requests === 'off' ? false : { requests: Number(requests) };
  }
  const isInOptions = options.world !== undefined && !flags.has('world');
  const [file = '', world] =
    kept ?? (isInOptions ? [optionsFile, options.world] : await readWorld(flags.value('world')));
  try {
    const mock = createMock({ ...options, world: kept ? {} : (world as LoadedWorld) });
    for (const fault of faults) mock.faults.add(fault);
    // Its changed settings and its faults go before those of the options.
    if (kept) internalsOf(mock).load(kept[1]);
    return { mock, world, file };
  } catch (error) {
    if (error instanceof WorldError) throw new UsageError(`${file}: ${error.message}${kept ? `\n${startOver}` : ''}`);
    if (error instanceof TypeError && optionsFile !== undefined)
      throw new UsageError(`${optionsFile}: ${error.message}`);
    throw error;
  }
}

/** Returns a file of a world, and its content. */
async function readWorld(name: string): Promise<[file: string, world: unknown]> {
  if (name === 'empty') return [name, {}];
  // Imported lazily: the demo is most of the code of the command.
  if (name === 'demo') return [name, (await import('../records/demo/demo-world.ts')).demoWorld()];
  return [name, await readJson('--world', name, 'demo, empty or the path of a JSON file')];
}
