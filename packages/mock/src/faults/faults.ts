import type { EndpointName } from '@issue-tracking/model';
import type { RequestEntry } from '../request-log/journal.ts';

/**
 * A scripted failure. It touches requests with a valid credential, which then take no slot of the request rate.
 *
 * `status`, `headers` and `body` replace those parts of the answer; what is not given stays as it would have been,
 * apart from the body of an error status, which is `{ error }`.
 *
 * @example
 * mock.faults.add({ endpoint: 'issues.get', status: 503, headers: { 'retry-after': '2' }, times: 2 });
 * // The comment is added, and nobody learns of it.
 * mock.faults.add({ endpoint: 'issues.comments.create', when: 'after', drop: true });
 */
export interface Fault {
  /** Only requests to this endpoint. */
  endpoint?: EndpointName;
  /** Only requests with this API key or access token. */
  apiKey?: string;
  /** How many requests it touches: 1 by default, `Infinity` for all. */
  times?: number;
  /** Whether it comes before the request has its effect, which it then hasn't, or after: `before` by default. */
  when?: 'before' | 'after';
  /** Of the answer: 200 to 599. */
  status?: number;
  /** Added to those of the answer, in the place of those of the same name. */
  headers?: Readonly<Record<string, string>>;
  /** Of the answer: a string as it is, garbage included, anything else as JSON. */
  body?: unknown;
  /** How long the answer takes, in milliseconds of the mock's clock. */
  delayMs?: number;
  /** Whether the connection ends without an answer. */
  drop?: boolean;
  /** Bytes of the body after which the connection ends. */
  truncate?: number;
}

/** A fault in place. */
export interface FaultHandle {
  readonly fault: Fault;
  /** The requests it has touched, in order. */
  readonly report: RequestEntry[];
  /** How many it will still touch. */
  readonly left: number;
  /** Takes it out. */
  remove(): void;
}

/** Scripted failures, first come, first served: a request is touched by the first one that fits it. */
export interface Faults {
  /** @throws TypeError for a fault that makes no sense, or that the way in use can't carry out. */
  add(fault: Fault): FaultHandle;
  /** Those that will still touch a request. */
  list(): FaultHandle[];
  /** Takes all of them out. */
  clear(): void;
}
