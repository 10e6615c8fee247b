import { type ReadingDefinition, readingDefinitions } from '../readings/definitions.ts';
import type { Readings } from '../readings/readings.ts';
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

function chosenReading(text: string): [string, unknown] {
  const split = text.indexOf('=');
  const name = names.find((known) => known === text.slice(0, split));
  const written = text.slice(split + 1);
  if (!name) throw new UsageError(`--reading can't be "${text}": the readings are ${names.join(', ')}`);
  const definition: ReadingDefinition<unknown> = readingDefinitions[name];
  const value = [written, parsed(written)].find(
    (candidate) => definition.choices.includes(candidate) || definition.or?.is(candidate),
  );
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
