import { isJsonObject } from '../platform/json.ts';
import { DemoValues, type TextKind } from './demo-values.ts';

/** Returns the anonymous value for a real one. */
export type Replacement = (real: unknown) => unknown;

/** Replacements of an object's members, by name. */
export type Members = Readonly<Record<string, Replacement>>;

/** Keeps any value, so it is for members in which no service can write a secret. */
export const kept: Replacement = (real) => real;

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
const viewport = /^\d{1,5}x\d{1,5}$/;

/**
 * Returns the replacements of one copy, which share their demo values. A real value of an unexpected type is replaced like
 * an unknown member.
 */
export function createReplacements() {
  const demo = new DemoValues();

  /** Takes a text from the demo. */
  function text(kind: TextKind): Replacement {
    return string((real) => demo.text(kind, real));
  }

  /** Keeps known values. */
  function oneOf(known: readonly string[]): Replacement {
    return string((real) => (known.includes(real) ? real : demo.text('value', real)));
  }

  /** Keeps numbers from 0 to a maximum. */
  function upTo(max: number): Replacement {
    return (real) => (typeof real === 'number' && real >= 0 && real <= max ? real : unknown(real));
  }

  function list(entry: Replacement): Replacement {
    return (real) => (Array.isArray(real) ? real.map(entry) : unknown(real));
  }

  /** Replaces the names of unknown members, too. */
  function object(members: Members): Replacement {
    return (real) => {
      if (!isJsonObject(real)) return unknown(real);
      const replaced = ([name, value]: [string, unknown]) => [
        nameOf(name, members),
        (ownOf(members, name) ?? unknown)(value),
      ];
      return Object.fromEntries(Object.entries(real).map(replaced));
    };
  }

  /** Replaces names of members, as {@link object} does. */
  function memberNames(members: Members): Replacement {
    return list((name) => nameOf(String(name), members));
  }

  const time = string((real) => (timestamp.test(real) ? real : '2026-01-01T00:00:00.000Z'));
  const viewportSize = string((real) => (real === '' || viewport.test(real) ? real : '1280x720'));
  const styles: Replacement = (real) => (isJsonObject(real) ? demo.styles : unknown(real));
  return { text, oneOf, upTo, time, viewportSize, styles, list, object, memberNames };

  function string(replace: (real: string) => string): Replacement {
    return (real) => (typeof real === 'string' ? replace(real) : unknown(real));
  }

  /** Replaces the value of an unknown member. */
  function unknown(real: unknown): unknown {
    if (typeof real === 'string') return timestamp.test(real) ? real : demo.text('value', real);
    if (typeof real === 'number') return demo.number(real);
    if (Array.isArray(real)) return real.map(unknown);
    return isJsonObject(real) ? object({})(real) : real;
  }

  function nameOf(name: string, members: Members): string {
    return ownOf(members, name) ? name : demo.text('member', name);
  }
}

/** Returns an own member, because a service may call a member `constructor`. */
function ownOf(members: Members, name: string): Replacement | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
