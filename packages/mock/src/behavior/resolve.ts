import { didYouMean } from '../platform/input/did-you-mean.ts';
import { foundText } from '../platform/input/problems.ts';
import type { Behavior } from './behavior.ts';
import { type BehaviorOption, behaviorOptions } from './behavior-options.ts';

const names = Object.keys(behaviorOptions) as (keyof Behavior)[];

/** Returns all behavior options, with defaults. @throws TypeError for unknown options and invalid values. */
export function resolveBehavior(chosen: Partial<Behavior> = {}): Behavior {
  for (const name of Object.keys(chosen)) {
    if (!Object.hasOwn(behaviorOptions, name)) {
      throw new TypeError(`There is no behavior option "${name}": ${didYouMean(name, names)}`);
    }
  }
  const entries = names.map((name) => [name, checked(name, chosen[name])]);
  // The cast: each name has a value of its own option.
  return Object.fromEntries(entries) as unknown as Behavior;
}

function checked(name: keyof Behavior, value: unknown): unknown {
  const { choices, or, schema }: BehaviorOption<unknown> = behaviorOptions[name];
  if (value === undefined) return choices[0];
  const { success, data } = schema.safeParse(value);
  if (success) return data;
  const list = choices.map((choice) => JSON.stringify(choice)).join(', ');
  throw new TypeError(
    `The behavior option "${name}" must be one of ${list}${or ? `, or ${or}` : ''}; ${foundText(value)}.`,
  );
}
