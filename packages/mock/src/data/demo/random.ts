import { faker as shared } from '@faker-js/faker/locale/en';

/** When the demo's month ends. Fixed, so that a seed gives the same world on every day. */
export const referenceDate = '2026-10-30T17:00:00.000Z';

type Faker = typeof shared;

/** Draws from one seeded sequence. */
export interface Random {
  readonly faker: Faker;
  /** One of some; there must be one. */
  pick<Value>(from: readonly Value[]): Value;
  /** A whole number, both ends included. */
  number(min: number, max: number): number;
  /** Whether something happens that does in so many cases of a hundred. */
  chance(percent: number): boolean;
  weighted<Value>(from: readonly (readonly [value: Value, weight: number])[]): Value;
}

/** Begins a sequence. It is nobody else's: a test that seeds faker itself neither disturbs it nor is disturbed. */
export function seededRandom(seed: number): Random {
  // The class itself is exported only together with seventy languages, but every instance knows it.
  const OwnFaker = shared.constructor as new (options: { locale: Faker['rawDefinitions']; seed: number }) => Faker;
  const faker = new OwnFaker({ locale: shared.rawDefinitions, seed });
  faker.setDefaultRefDate(referenceDate);
  return {
    faker,
    pick: (from) => faker.helpers.arrayElement(from),
    number: (min, max) => faker.number.int({ min, max }),
    chance: (percent) => faker.number.int({ min: 1, max: 100 }) <= percent,
    weighted: (from) => faker.helpers.weightedArrayElement(from.map(([value, weight]) => ({ value, weight }))),
  };
}
