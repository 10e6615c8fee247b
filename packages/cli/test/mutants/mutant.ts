import type { SpecService } from '../../../../tools/test/spec-service/service.ts';
import {
  ErrorResponse,
  type Json,
  type ReceivedRequest,
  type SpecResponse,
} from '../../../../tools/test/spec-service/wire.ts';

/** A service in which one rule is broken. */
export interface Mutant {
  readonly rule: string;
  /** How it is broken. */
  readonly how: string;
  readonly breaks: Breaks;
  /** Whether only a write shows it. */
  readonly write: boolean;
  /** The credential that shows it, where the usual one doesn't. */
  readonly credential?: string;
}

export type Breaks = (service: SpecService) => void;

/** A rule, how it is broken, and what breaks it. Reads show it. */
export function read(rule: string, how: string, breaks: Breaks, credential?: string): Mutant {
  return { rule, how, breaks, write: false, ...(credential && { credential }) };
}

/** The same, where only writes show it. */
export function write(rule: string, how: string, breaks: Breaks, credential?: string): Mutant {
  return { ...read(rule, how, breaks, credential), write: true };
}

type Behaviour = {
  [Name in keyof SpecService]: SpecService[Name] extends (...args: never[]) => unknown ? Name : never;
};
type Name = Behaviour[keyof SpecService];

/** Puts a function around one of the service. */
export function around<Of extends Name>(
  name: Of,
  put: (before: SpecService[Of], s: SpecService) => SpecService[Of],
): Breaks {
  return (service) => {
    service[name] = put(service[name], service);
  };
}

/** Changes what a function of the service gives. */
export function result(name: Name, change: (given: Json) => Json): Breaks {
  // Each takes other arguments, which are handed on.
  return around(
    name,
    ((before: (...args: Json[]) => Json) =>
      (...args: Json[]) =>
        change(before(...args))) as never,
  );
}

type Is = (asked: ReceivedRequest, answered: SpecResponse) => boolean;

/** Changes some responses. */
export function responses(is: Is, change: (answered: SpecResponse) => void): Breaks {
  return around('sent', (before) => (answered, asked) => {
    if (is(asked, answered)) change(answered);
    return before(answered, asked);
  });
}

/** Changes the JSON of some successes, in its place. */
export function successes(is: Is, change: (json: Json) => void): Breaks {
  return responses(
    (asked, answered) => answered.status < 300 && is(asked, answered),
    ({ json }) => change(json),
  );
}

/** Changes the JSON of refusals of one status, in its place. */
export function refusals(status: number, change: (json: Json) => void, is: Is = () => true): Breaks {
  return responses(
    (asked, answered) => answered.status === status && is(asked, answered),
    ({ json }) => change(json),
  );
}

/** Gives refusals another status. */
export function otherStatus(from: number, to: number, is: Is): Breaks {
  return responses(
    (asked, { status }) => status === from && is(asked, { status, json: null, headers: {} }),
    (answered) => {
      answered.status = to;
    },
  );
}

/** Accepts what is refused, with such JSON. */
export function accepts(is: Is, json: Json): Breaks {
  return responses(
    (asked, answered) => answered.status >= 400 && is(asked, answered),
    (answered) => {
      Object.assign(answered, { status: 200, json });
    },
  );
}

/** Refuses otherwise. */
export function refuses(
  name: 'noProject' | 'noIssue' | 'unauthenticated' | 'refusedStatus' | 'notJson',
  status: number,
  json: Json,
): Breaks {
  return (service) => {
    service[name] = () => new ErrorResponse(status, json);
  };
}

export const isProjects: Is = ({ path }) => path.endsWith('/projects');
export const isList: Is = ({ path }) => path.endsWith('/issues');
export const isIssue: Is = ({ path, method }) => method === 'GET' && /\/issues\/\d+$/.test(path);
export const isChange: Is = ({ method }) => method === 'PATCH';
export const isComment: Is = ({ method }) => method === 'POST';
export const ends =
  (part: string): Is =>
  ({ path, method }) =>
    method === 'GET' && path.endsWith(`/${part}`);
export const asks =
  (parameter: string): Is =>
  ({ query }) =>
    query.has(parameter);
/** A request whose body has such a text. */
export const says =
  (text: string): Is =>
  ({ body }) =>
    new TextDecoder().decode(body).includes(text);
