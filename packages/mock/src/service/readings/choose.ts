import { didYouMean } from '../../platform/input/did-you-mean.ts';
import { type ReadingDefinition, readingDefinitions } from './definitions.ts';
import type { Readings } from './readings.ts';

const names = Object.keys(readingDefinitions) as (keyof Readings)[];

/** Every reading: those that were chosen, and the default of the others. @throws TypeError for what is no choice. */
export function chooseReadings(chosen: Partial<Readings> = {}): Readings {
  for (const name of Object.keys(chosen)) {
    if (!Object.hasOwn(readingDefinitions, name)) {
      throw new TypeError(`There is no reading "${name}": ${didYouMean(name, names)}`);
    }
  }
  const entries = names.map((name) => [name, checked(name, chosen[name])]);
  // Each name with a value of its own definition.
  return Object.fromEntries(entries) as unknown as Readings;
}

function checked(name: keyof Readings, value: unknown): unknown {
  const { choices, or, fits }: ReadingDefinition<unknown> = readingDefinitions[name];
  if (value === undefined) return choices[0];
  if (fits(value)) return value;
  const list = choices.map((choice) => JSON.stringify(choice)).join(', ');
  throw new TypeError(`The reading "${name}" is one of ${list}${or ? `, or ${or.text}` : ''}.`);
}
