import { newerFormat } from '../../data/world/file-format.ts';
import { didYouMean } from '../../platform/input/did-you-mean.ts';
import { type ReadingDefinition, readingDefinitions } from '../../service/readings/definitions.ts';
import type { Readings } from '../../service/readings/readings.ts';
import { UsageError } from './usage-error.ts';

const names = Object.keys(readingDefinitions) as (keyof Readings)[];

/**
 * Reads every `--reading NAME=VALUE`; a value that is no plain word is written as JSON.
 *
 * @throws UsageError naming the reading, and what it may be.
 */
export function chosenReadings(texts: readonly string[]): Partial<Readings> {
  // Each name with a value of its own definition.
  return Object.fromEntries(texts.map(chosenReading)) as Partial<Readings>;
}

/**
 * The readings of a file: an object of them, or one that has them as its member `readings`. `$schema` is for editors, and
 * `formatVersion` is 1 or absent.
 *
 * @throws UsageError naming the reading, and what it may be.
 */
export function checkedReadings(file: string, content: unknown): Partial<Readings> {
  const newer = newerFormat(content);
  if (newer !== undefined) throw new UsageError(`${file} ${newer}`);
  const { $schema, formatVersion, ...members } = isObject(content) ? content : {};
  const chosen = isObject(members['readings']) ? members['readings'] : members;
  if (!isObject(content)) throw new UsageError(`${file} has no readings: it must be a JSON object of them`);
  for (const [name, value] of Object.entries(chosen)) {
    const known = names.find((one) => one === name);
    if (!known) throw new UsageError(`${file} can't have the reading "${name}": ${didYouMean(name, names)}`);
    const definition: ReadingDefinition<unknown> = readingDefinitions[known];
    if (!definition.schema.safeParse(value).success) {
      throw new UsageError(`${file}: ${name} can't be ${JSON.stringify(value)}: it must be ${allowed(definition)}`);
    }
  }
  // Each name with a value of its own definition.
  return chosen as Partial<Readings>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function chosenReading(text: string): [string, unknown] {
  const split = text.indexOf('=');
  const name = names.find((known) => known === text.slice(0, split));
  const written = text.slice(split + 1);
  if (!name)
    throw new UsageError(
      `--reading can't be "${text}": there is no such reading; ${didYouMean(text.slice(0, split), names)}`,
    );
  const definition: ReadingDefinition<unknown> = readingDefinitions[name];
  const value = [written, parsed(written)].find((candidate) => definition.schema.safeParse(candidate).success);
  if (value !== undefined) return [name, value];
  throw new UsageError(`--reading can't be "${text}": ${name} must be ${allowed(definition)}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function allowed({ choices, or }: ReadingDefinition<unknown>): string {
  const texts = choices.map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice)));
  if (or && !or.inCode) texts.push(`${or.text}, as JSON`);
  return texts.length === 1 ? String(texts[0]) : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}
