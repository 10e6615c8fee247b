import type { SpecService } from '../../../../tools/spec-service/service.ts';
import {
  ErrorResponse,
  type Json,
  type ReceivedRequest,
  type SpecResponse,
} from '../../../../tools/spec-service/wire.ts';

export type Breaks = (service: SpecService) => void;

/** A service in which one rule is broken. */
export interface BrokenService {
  readonly rule: string;
  /** How it is broken. */
  readonly how: string;
  readonly breaks: Breaks;
  /** Whether only a write shows it. */
  readonly write: boolean;
}

/** Ways to break each rule. */
export type Table = Readonly<Record<string, Readonly<Record<string, Breaks>>>>;

/** Returns the services of a table. */
export function servicesOf(table: Table, { write }: { write: boolean }): BrokenService[] {
  return Object.entries(table).flatMap(([rule, ways]) =>
    Object.entries(ways).map(([how, breaks]) => ({ rule, how, breaks, write })),
  );
}

type Behaviour = {
  [Name in keyof SpecService]: SpecService[Name] extends (...args: never[]) => unknown ? Name : never;
};
type Name = Behaviour[keyof SpecService];

/** Wraps a function of the service. */
export function around<Of extends Name>(
  name: Of,
  wrap: (before: SpecService[Of], s: SpecService) => SpecService[Of],
): Breaks {
  return (service) => {
    service[name] = wrap(service[name], service);
  };
}

/** Changes the result of a function of the service. */
export function result(name: Name, change: (value: Json) => Json): Breaks {
  // Functions take different arguments, so all are passed on.
  return around(
    name,
    ((before: (...args: Json[]) => Json) =>
      (...args: Json[]) =>
        change(before(...args))) as never,
  );
}

type Is = (request: ReceivedRequest, response: SpecResponse) => boolean;
type IsRequest = (request: ReceivedRequest) => boolean;

/** Changes some responses. */
export function responses(is: Is, change: (response: SpecResponse) => void): Breaks {
  return around('sent', (before) => (response, request) => {
    if (is(request, response)) change(response);
    return before(response, request);
  });
}

/** Changes the JSON of some successes in place. */
export function successes(is: Is, change: (json: Json) => void): Breaks {
  return responses(
    (request, response) => response.status < 300 && is(request, response),
    ({ json }) => change(json),
  );
}

/** Changes the JSON of errors with one status in place. */
export function errorsWith(status: number, change: (json: Json) => void, is: Is = () => true): Breaks {
  return responses(
    (request, response) => response.status === status && is(request, response),
    ({ json }) => change(json),
  );
}

/** Replaces the status of some errors. */
export function otherStatus(from: number, to: number, is: Is): Breaks {
  return responses(
    (request, { status }) => status === from && is(request, { status, json: null, headers: {} }),
    (response) => {
      response.status = to;
    },
  );
}

/** Replaces some errors with a success. */
export function accepts(is: Is, json: Json): Breaks {
  return responses(
    (request, response) => response.status >= 400 && is(request, response),
    (response) => {
      Object.assign(response, { status: 200, json });
    },
  );
}

/** Replaces an error of the service. */
export function replaceError(
  name: 'noProject' | 'noIssue' | 'unauthenticated' | 'rejectedStatus' | 'notJson',
  status: number,
  json: Json,
): Breaks {
  return (service) => {
    service[name] = () => new ErrorResponse(status, json);
  };
}

export const isList: IsRequest = ({ path }) => path.endsWith('/issues');
export const isIssue: IsRequest = ({ path, method }) => method === 'GET' && /\/issues\/\d+$/.test(path);
export const isChange: IsRequest = ({ method }) => method === 'PATCH';
export const isComment: IsRequest = ({ method }) => method === 'POST';
export const ends =
  (part: string): IsRequest =>
  ({ path, method }) =>
    method === 'GET' && path.endsWith(`/${part}`);
export const hasParameter =
  (parameter: string): IsRequest =>
  ({ query }) =>
    query.has(parameter);
