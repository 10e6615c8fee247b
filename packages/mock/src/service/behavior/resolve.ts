import { didYouMean } from '../../platform/input/did-you-mean.ts';
import type { Behavior } from './behavior.ts';
import { type BehaviorOption, behaviorOptions } from './options.ts';

const names = Object.keys(behaviorOptions) as (keyof Behavior)[];

/** All behavior options: those that were chosen, and the default of the others. @throws TypeError for what is no choice. */
export function resolveBehavior(chosen: Partial<Behavior> = {}): Behavior {
  for (const name of Object.keys(chosen)) {
    if (!Object.hasOwn(behaviorOptions, name)) {
      throw new TypeError(`There is no behavior option "${name}": ${didYouMean(name, names)}`);
    }
  }
  const entries = names.map((name) => [name, checked(name, chosen[name])]);
  // Each name with a value of its own definition.
  return Object.fromEntries(entries) as unknown as Behavior;
}

function checked(name: keyof Behavior, value: unknown): unknown {
  const { choices, or, fits }: BehaviorOption<unknown> = behaviorOptions[name];
  if (value === undefined) return choices[0];
  if (fits(value)) return value;
  const list = choices.map((choice) => JSON.stringify(choice)).join(', ');
  throw new TypeError(`The behavior option "${name}" is one of ${list}${or ? `, or ${or.text}` : ''}.`);
}
