import { nearestName } from '@issue-tracking/model';
import type { ChangeTopic } from '../changes.ts';
import type { RequestEntry } from '../log/request-entry.ts';
import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { HttpError, invalidInput, reportFailure } from '../platform/http/http-error.ts';
import { mockTexts } from '../platform/http/mock-texts.ts';
import { InputError, parseInput } from '../platform/input/input-error.ts';
import { whole } from '../platform/input/problems.ts';
import { describeMethods } from './describe.ts';
import type { ControlContext, Method } from './method.ts';
import { methods } from './methods.ts';
import { SnapshotStore } from './snapshot-store.ts';

/** A change of the mock, or a request with its response. */
export type ControlEvent =
  | { readonly event: 'request'; readonly data: RequestEntry }
  | { readonly event: 'change'; readonly data: { readonly what: ChangeTopic } };

/** Control over a mock from other processes, or from a panel on its page. */
export interface Control {
  /** Calls a method of the table. @returns its result. @throws HttpError 400 for invalid input, 404 for an unknown method. */
  call(name: string, input: unknown): Promise<unknown>;
  /** Calls back with each event, changes at most 4 times a second. @returns a function that unsubscribes. */
  subscribe(listener: (event: ControlEvent) => void): () => void;
}

/**
 * @param url The base URL for clients. By default, that of clients in this process.
 *
 * @param isPrivate Whether only this computer can reach the mock.
 */
export function controlOf(mock: Mock, url?: string, isPrivate = true): Control {
  const internals = internalsOf(mock);
  const { requestListeners, changes, history } = internals.service;
  const call: ControlContext['call'] = async (name, input, origin) => {
    const method = methodNamed(name);
    try {
      const checked = parseInput(method.input, input, wording);
      return (await history.as(origin, () => method.run(context, checked))) ?? {};
    } catch (error) {
      throw httpErrorOf(error);
    }
  };
  const context: ControlContext = {
    mock,
    internals,
    url: url ?? internals.baseUrl.forClients,
    isPrivate,
    snapshots: snapshotsOf(mock),
    call,
    describe: describeMethods,
  };
  return {
    call: (name, input) => call(name, input, { author: 'caller' }),
    subscribe(listener) {
      const onRequest = (entry: RequestEntry) => {
        listener({ event: 'request', data: entry });
        // Each request uses a slot of a rate limit, or counts as a failed authentication.
        changes.notify('credentials');
      };
      requestListeners.add(onRequest);
      const unsubscribe = changes.subscribe((what) => listener({ event: 'change', data: { what } }));
      return () => {
        requestListeners.delete(onRequest);
        unsubscribe();
      };
    },
  };
}

const kept = new WeakMap<Mock, SnapshotStore>();

/** Returns the snapshots of a mock, shared by all its panels and servers. */
function snapshotsOf(mock: Mock): SnapshotStore {
  const snapshots = kept.get(mock) ?? new SnapshotStore();
  kept.set(mock, snapshots);
  return snapshots;
}

const wording = { who: 'The input', hasNo: 'The input has no', member: "The input's" };

/** @throws HttpError 404 with the nearest name. */
export function methodNamed(name: string): Method {
  const table: Readonly<Record<string, Method>> = methods;
  const method = Object.hasOwn(table, name) ? table[name] : undefined;
  if (method) return method;
  const nearest = nearestName(name, Object.keys(methods));
  const advice = nearest === undefined ? 'GET /__mock/ lists all' : `did you mean ${nearest}?`;
  throw new HttpError(404, `There is no method "${name}"; ${advice}`);
}

/** Converts a thrown value to an error response. */
export function httpErrorOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof InputError) {
    const details = error.problems.map(({ path, message }) => ({ field: path === whole ? 'body' : path, message }));
    return invalidInput(...details);
  }
  // The mock throws these for input that it can't accept, and for questions that its log can't answer.
  if (error instanceof TypeError || error instanceof RangeError || Object(error).constructor === Error)
    return invalidInput({ field: 'body', message: (error as Error).message });
  reportFailure(error);
  return new HttpError(500, mockTexts.internal);
}
