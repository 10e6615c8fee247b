import { parseInput } from '../platform/input/input-error.ts';
import type { RequestEntry } from './request-entry.ts';
import { distance, missesOf, type RequestFilter, requestFilter, usesContent } from './filter.ts';
import type { RequestLog } from './log.ts';

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

/** The public view of the request log. */
export class LoggedRequests implements Requests {
  readonly #log: RequestLog;

  constructor(log: RequestLog) {
    this.#log = log;
  }

  all(): RequestEntry[] {
    return this.#log.entries.map((entry) => entry.view());
  }

  last(): RequestEntry | undefined {
    return this.#log.last?.view();
  }

  find(wanted: RequestFilter | ((entry: RequestEntry) => boolean)): RequestEntry[] {
    const filter = parseFilter(typeof wanted === 'function' ? { matches: wanted } : wanted);
    this.#requireWholeLog(filter);
    this.#requireWholeBodies(filter);
    return this.#log.entries.filter((entry) => missesOf(filter, entry).length === 0).map((entry) => entry.view());
  }

  nearestMiss(filter: RequestFilter): NearMiss | undefined {
    return nearestMiss(this.#log, filter);
  }

  get dropped(): number {
    return this.#log.dropped;
  }

  clear(): void {
    this.#log.clear();
  }

  /** Throws if the log has dropped requests or their parts. A test must not pass because nothing is found. */
  #requireWholeLog(filter: RequestFilter): void {
    const { entries, dropped, capacity, maxBytes } = this.#log;
    if (dropped > 0) {
      throw new Error(
        `The request log is full and has dropped the first ${dropped} requests, which might match. ` +
          `Clear it earlier with mock.requests.clear(), or create the mock with createMock({ requestLog: { entries: ${suggested(capacity)} } }).`,
      );
    }
    const forgotten = usesContent(filter) && entries.filter(({ isForgotten }) => isForgotten).length;
    if (forgotten) {
      throw new Error(
        `The request log is full and has dropped headers and bodies of the first ${forgotten} requests. ` +
          `Clear it earlier with mock.requests.clear(), or create the mock with createMock({ requestLog: { bytes: ${suggested(maxBytes)} } }).`,
      );
    }
  }

  /** Throws if a request may match by a body that the log doesn't have. */
  #requireWholeBodies({ body, matches, ...rest }: RequestFilter): void {
    if (body === undefined) return;
    const unknown = this.#log.entries.find((entry) => entry.bodyKept && missesOf(rest, entry).length === 0);
    if (!unknown) return;
    throw new Error(
      `The log does not have the whole body of request ${unknown.number}, which is longer than 64 KiB or did not arrive completely, so the filter can't be applied. ` +
        'Leave out body, or add members that exclude this request.',
    );
  }
}

/** Finds the nearest request of a log that doesn't pass a filter; with a tenant, among its requests. */
export function nearestMiss(log: RequestLog, wanted: RequestFilter, tenant?: string): NearMiss | undefined {
  const filter = parseFilter(wanted);
  const [nearest] = log.entries
    .filter((entry) => tenant === undefined || entry.tenant === tenant)
    .map((entry) => ({ entry, misses: missesOf(filter, entry) }))
    .filter(({ misses }) => misses.length > 0)
    .sort((a, b) => distance(a.misses) - distance(b.misses) || b.entry.number - a.entry.number);
  return nearest && { entry: nearest.entry.view(), misses: nearest.misses };
}

function suggested(capacity: number): number {
  return capacity * 10;
}

function parseFilter(filter: RequestFilter): RequestFilter {
  const wording = { who: 'A filter of requests', hasNo: 'A filter of requests has no', member: 'The filter' };
  return parseInput(requestFilter, filter, wording);
}
