import { checkMembers, type OptionChecks } from '../check-members.ts';
import type { MockOptions } from '../mock.ts';

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isMethod = (owner: unknown, name: string) => typeof (owner as Record<string, unknown>)[name] === 'function';
const anything = { must: '', is: () => true };

const checks: OptionChecks<MockOptions> = {
  baseUrl: anything,
  world: anything,
  readings: { must: 'be an object of readings', is: isObject },
  clock: {
    must: 'be a clock, made by systemClock() or virtualClock()',
    is: (value) => isObject(value) && ['now', 'sleep', 'advance', 'set'].every((name) => isMethod(value, name)),
  },
  seed: { must: 'be a whole number', is: Number.isSafeInteger },
  rateLimit: {
    must: 'be false, or an object of requests and windowMs',
    is: (value) =>
      value === false ||
      (isObject(value) && Object.keys(Object(value)).every((name) => /^(requests|windowMs)$/.test(name))),
  },
  source: { must: 'be a function of the request', is: (value) => typeof value === 'function' },
};

/** @throws TypeError for options that can't be what their author meant. */
export function checkOptions(options: MockOptions): void {
  checkMembers('A mock', checks, options);
}
