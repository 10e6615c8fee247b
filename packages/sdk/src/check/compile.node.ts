import { isObject } from '../validation/is-object.ts';
import type { QuickCheck } from './quick-check.ts';
import type { ObjectShape, Shape } from './shape.ts';

/**
 * A shape as code that says whether a value has it, several times faster than the walker. `exactly` also asks that
 * nothing in it is unknown. This is the module of Node and what is like it; `undefined` where making code is forbidden.
 *
 * The code is made from the table of operations alone, never from anything that was received.
 */
export function compile(shape: Shape, exactly: boolean): QuickCheck | undefined {
  const constants: unknown[] = [isObject, countMembers];
  const constant = (value: unknown) => `c[${constants.push(value) - 1}]`;

  const test = (shape: Shape, value: string): string => {
    switch (shape.kind) {
      case 'text':
        return shape.known && exactly ? `${constant(new Set(shape.known))}.has(${value})` : isText(value);
      case 'pattern':
        return `${isText(value)}&&${constant(new RegExp(shape.pattern))}.test(${value})`;
      case 'integer':
        return `Number.isSafeInteger(${value})&&${value}>=${shape.min}`;
      case 'number':
        return `Number.isFinite(${value})`;
      case 'optional':
        return `(${value}===undefined||${test(shape.of, value)})`;
      case 'nullable':
        return `(${value}===null||${test(shape.of, value)})`;
      case 'list':
        return `Array.isArray(${value})&&${value}.every(${lambda(shape.of)})`;
      case 'map':
        return `c[0](${value})&&Object.values(${value}).every(${lambda(shape.of)})`;
      case 'object':
        return `(${lambda(shape)})(${value})`;
      // Arguments are small, and checked once a call.
      case 'one-of':
      case 'digits':
      case 'segment':
        throw new Error(`No answer has a ${shape.kind}`);
    }
  };
  const lambda = (shape: Shape) => (shape.kind === 'object' ? ofObject(shape) : `v=>${test(shape, 'v')}`);
  const ofObject = ({ members }: ObjectShape) => {
    const names = Object.keys(members);
    const tests = Object.entries(members).map(([name, member]) => test(member, `o.${name}`));
    const optional = names.filter((name) => members[name]?.kind === 'optional');
    const known = [names.length - optional.length, ...optional.map((name) => `(o.${name}!==undefined)`)].join('+');
    return `o=>${['c[0](o)', ...tests, ...(exactly ? [`c[1](o)===${known}`] : [])].join('&&')}`;
  };

  try {
    return new Function('c', `return ${lambda(shape)}`)(constants);
  } catch {
    return undefined;
  }
}

const isText = (value: string) => `typeof ${value}==='string'`;

/** Counting is faster than looking each name up: if all that are known are there, more are unknown ones. */
function countMembers(object: object): number {
  let count = 0;
  for (const _ in object) count++;
  return count;
}
