import type { Behavior } from '../behavior/behavior.ts';
import { type BehaviorOption, behaviorOptions } from '../behavior/behavior-options.ts';
import { didYouMean } from '../platform/input/did-you-mean.ts';
import { newerFormat } from '../records/file-format.ts';
import { UsageError } from './usage-error.ts';

const names = Object.keys(behaviorOptions) as (keyof Behavior)[];

/**
 * Parses all `--behavior NAME=VALUE`. Values are words or JSON.
 *
 * @throws UsageError that names the option and its allowed values.
 */
export function chosenBehavior(texts: readonly string[]): Partial<Behavior> {
  // Each name with a value of its own definition.
  return Object.fromEntries(texts.map(chosenOption)) as Partial<Behavior>;
}

/**
 * Returns the behavior options of a file: an object of them, or one with a member `behavior`. `$schema` is for editors, and
 * `formatVersion` is 1 or absent.
 *
 * @throws UsageError that names the option and its allowed values.
 */
export function checkedBehavior(file: string, content: unknown): Partial<Behavior> {
  const newer = newerFormat(content);
  if (newer !== undefined) throw new UsageError(`${file} ${newer}`);
  const { $schema, formatVersion, ...members } = isObject(content) ? content : {};
  const chosen = isObject(members['behavior']) ? members['behavior'] : members;
  if (!isObject(content)) throw new UsageError(`${file} has no behavior options: it must be a JSON object of them`);
  for (const [name, value] of Object.entries(chosen)) {
    const known = names.find((one) => one === name);
    if (!known) throw new UsageError(`${file} can't have the behavior option "${name}": ${didYouMean(name, names)}`);
    const definition: BehaviorOption<unknown> = behaviorOptions[known];
    if (!definition.schema.safeParse(value).success) {
      throw new UsageError(`${file}: ${name} can't be ${JSON.stringify(value)}: it must be ${allowed(definition)}`);
    }
  }
  // Each name with a value of its own definition.
  return chosen as Partial<Behavior>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function chosenOption(text: string): [string, unknown] {
  const split = text.indexOf('=');
  const name = names.find((known) => known === text.slice(0, split));
  const written = text.slice(split + 1);
  if (!name)
    throw new UsageError(
      `--behavior can't be "${text}": there is no such behavior option; ${didYouMean(text.slice(0, split), names)}`,
    );
  const definition: BehaviorOption<unknown> = behaviorOptions[name];
  const value = [written, parsed(written)].find((candidate) => definition.schema.safeParse(candidate).success);
  if (value !== undefined) return [name, value];
  throw new UsageError(`--behavior can't be "${text}": ${name} must be ${allowed(definition)}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function allowed({ choices, or }: BehaviorOption<unknown>): string {
  const texts = choices.map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice)));
  if (or) texts.push(`${or}, as JSON`);
  return texts.length === 1 ? String(texts[0]) : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}
