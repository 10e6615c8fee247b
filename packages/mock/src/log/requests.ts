import type { Changes } from '../changes.ts';
import type { History } from '../history.ts';
import type { Reversal } from '../made-change.ts';
import { parseInput } from '../platform/input/input-error.ts';
import type { Entry } from './entry.ts';
import { distance, missesOf, type RequestFilter, requestFilter, usesContent } from './filter.ts';
import { droppedOf, emptyLike, type Log } from './log.ts';
import type { RequestEntry } from './request-entry.ts';

/** A request that doesn't pass a filter, with the differences. */
export interface NearMiss {
  /** The request. */
  readonly entry: RequestEntry;
  /** A line for each member of the filter that differs: `status is 200, not 201`. */
  readonly misses: readonly string[];
}

/** The log of received requests. */
export interface Requests {
  /** Returns the last requests in order of arrival: 1,000, or the number of the option `requestLog`. */
  all(): RequestEntry[];
  /** Returns the last request; `undefined` if the log is empty. */
  last(): RequestEntry | undefined;
  /**
   * Finds the requests that have every member of the filter, or pass the test.
   *
   * @param filter Members that a request must have, or a function that returns `true` for it.
   *
   * @throws TypeError for a filter with unknown members; Error if the log has dropped requests that might pass, or has only a
   * part of a body that the filter needs.
   */
  find(filter: RequestFilter | ((entry: RequestEntry) => boolean)): RequestEntry[];
  /**
   * Finds the request that differs from the filter in the fewest members; `undefined` if all requests pass or the log is empty.
   *
   * @param filter Members that a request should have.
   */
  nearestMiss(filter: RequestFilter): NearMiss | undefined;
  /** The number of requests that the full log has dropped since the log was last cleared. */
  readonly dropped: number;
  /** Empties the log. */
  clear(): void;
}

/** The requests of one tenant. Size and numbers of the log are those of the mock. */
export interface TenantRequests extends Omit<Requests, 'clear'> {}

/** The parts of a service that hold its log: a restore replaces it. */
interface LogHolder {
  readonly state: { log: Log };
  readonly changes: Changes;
  readonly history: History;
}

/** Returns the log of a service. */
export function requestsOf(service: LogHolder): Requests {
  return Object.assign(tenantRequests(service, undefined), {
    clear() {
      const { history, state, changes } = service;
      const { log } = state;
      const empty = () => {
        state.log = emptyLike(log);
        changes.notify('requests');
      };
      const { size } = log.entries;
      if (size === 0) return empty();
      history.make(
        'requests.clear',
        () => history.replace(service, false, () => logBack(service, log), empty),
        () => ({ words: () => `Forgot ${size} request${size === 1 ? '' : 's'}` }),
      );
    },
  });
}

/** Returns how a log comes back. */
function logBack({ state, changes }: LogHolder, log: Log): Reversal {
  return {
    isEmpty: false,
    check() {
      if (state.log.count > 0) throw new TypeError('Other requests have arrived since.');
    },
    takeBack() {
      state.log = log;
      changes.notify('requests');
    },
  };
}

/** Returns the part of the log of one tenant; `undefined` for all. */
export function tenantRequests({ state }: LogHolder, tenant: string | undefined): TenantRequests {
  const own = () => [...state.log.entries].filter((entry) => tenant === undefined || entry.tenant === tenant);
  return {
    all: () => own().map((entry) => entry.view()),
    last: () => (tenant === undefined ? state.log.last : own().at(-1))?.view(),
    find(wanted) {
      const filter = parseFilter(typeof wanted === 'function' ? { matches: wanted } : wanted);
      requireWholeLog(state.log, filter);
      const entries = own();
      requireWholeBodies(entries, filter);
      return entries.filter((entry) => missesOf(filter, entry).length === 0).map((entry) => entry.view());
    },
    nearestMiss(wanted) {
      const filter = parseFilter(wanted);
      const [nearest] = own()
        .map((entry) => ({ entry, misses: missesOf(filter, entry) }))
        .filter(({ misses }) => misses.length > 0)
        .sort((a, b) => distance(a.misses) - distance(b.misses) || b.entry.number - a.entry.number);
      return nearest && { entry: nearest.entry.view(), misses: nearest.misses };
    },
    get dropped() {
      return droppedOf(state.log);
    },
  };
}

/** Throws if the log has dropped requests or their parts. A test must not pass because nothing is found. */
function requireWholeLog(log: Log, filter: RequestFilter): void {
  const dropped = droppedOf(log);
  if (dropped > 0) {
    throw new Error(
      `The request log is full and has dropped the first ${dropped} requests, which might match. ` +
        `Clear it earlier with mock.requests.clear(), or create the mock with createMock({ requestLog: { entries: ${suggested(log.capacity)} } }).`,
    );
  }
  const forgotten = usesContent(filter) && [...log.entries].filter(({ isForgotten }) => isForgotten).length;
  if (forgotten) {
    throw new Error(
      `The request log is full and has dropped headers and bodies of the first ${forgotten} requests. ` +
        `Clear it earlier with mock.requests.clear(), or create the mock with createMock({ requestLog: { bytes: ${suggested(log.maxBytes)} } }).`,
    );
  }
}

/** Throws if a request may match by a body that the log doesn't have. */
function requireWholeBodies(entries: readonly Entry[], { body, matches, ...rest }: RequestFilter): void {
  if (body === undefined) return;
  const unknown = entries.find((entry) => entry.bodyKept && missesOf(rest, entry).length === 0);
  if (!unknown) return;
  throw new Error(
    `The log does not have the whole body of request ${unknown.number}, which is longer than 64 KiB or did not arrive completely, so the filter can't be applied. ` +
      'Leave out body, or add members that exclude this request.',
  );
}

function suggested(capacity: number): number {
  return capacity * 10;
}

function parseFilter(filter: RequestFilter): RequestFilter {
  const wording = { who: 'A filter of requests', hasNo: 'A filter of requests has no', member: 'The filter' };
  return parseInput(requestFilter, filter, wording);
}
