import type { EndpointName } from '@issue-tracking/model';
import { after, type Clock } from './platform/clock.ts';

/** Members of every event of a call. Events contain no credential, query or body. */
export interface CallEvent {
  /** The same for all events of one call, and in its error; unique in this process. */
  readonly callId: number;
  /** HTTP method. */
  readonly method: string;
  /** Below the base URL, without the query. */
  readonly path: string;
  /** Name of the client's method. Absent for `client.request`. */
  readonly endpoint?: EndpointName;
  /**
   * Number of the attempt, from 1. An attempt that failed before it was sent has the number of the next one.
   */
  readonly attempt: number;
}

/** An attempt has ended, with or without a response. */
export interface ResponseEvent extends CallEvent {
  /** HTTP status. Absent if no response came. */
  readonly status?: number;
  /** Name of the error class; absent on success. */
  readonly error?: string;
  /**
   * For a write that failed: whether the service may have applied it, in this attempt or an earlier one.
   */
  readonly mayHaveBeenApplied?: boolean;
  /** From sending to the end of the body, in milliseconds. */
  readonly durationMs: number;
}

/** An attempt failed and another will follow. */
export interface RetryEvent extends CallEvent {
  /** HTTP status. Absent if no response came. */
  readonly status?: number;
  /** Name of the error class of the attempt. */
  readonly error?: string;
  /** Time until the next attempt, in milliseconds. The rate limit may add to it. */
  readonly waitMs: number;
}

/** A call waits before its next attempt. */
export interface WaitEvent extends CallEvent {
  /**
   * `rate-limit`: for a free slot under the rate limit; `retry`: after a failed attempt; `credential`: until it is known
   * to be good, or fewer requests are in flight with it; `token`: for the `accessToken` function; `store`: for the store
   * that counts for several processes.
   */
  readonly reason: 'rate-limit' | 'retry' | 'credential' | 'token' | 'store';
  /** The shortest time that it can take, in milliseconds. Absent if that is unknown. */
  readonly waitMs?: number;
}

/** A likely mistake in the configuration. */
export interface Warning {
  /** `lockout-scope`: the service seems to count failed authentications by address, and `lockoutProtection` doesn't. */
  readonly code: 'lockout-scope';
  /** What was seen, and what to do. */
  readonly message: string;
}

/** A difference from version 1, or a list that could not be read completely. */
export interface Drift {
  /** Name of the client's method. */
  readonly endpoint: EndpointName;
  /**
   * `unknown-field`: a field that this version of the package doesn't know. `unknown-value`: a value outside an
   * enumeration, or a timestamp in another precision. `null-value` and `missing-field`: a promised field is `null` or
   * missing. `unstable-list`: an iteration whose list kept changing, so that issues may be missing.
   */
  readonly kind: 'unknown-field' | 'unknown-value' | 'null-value' | 'missing-field' | 'unstable-list';
  /** Place in the body, with `[]` for any entry of a list: `data[].status`. At most 200 characters. */
  readonly path: string;
  /** The first 100 characters of an unknown value. */
  readonly value?: string;
}

/**
 * Functions that are called with what the client does. If one throws or rejects, the call is not affected.
 *
 * @example
 * const hooks: Hooks = { onRetry: ({ path, error, waitMs }) => console.warn(`${path}: ${error}, again in ${waitMs} ms`) };
 */
export interface Hooks {
  /** Before each attempt. */
  onRequest?: ((event: CallEvent) => unknown) | undefined;
  /** After each attempt. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** After a failed attempt that is retried. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** When a call has to wait: once for each reason and attempt. */
  onWait?: ((event: WaitEvent) => unknown) | undefined;
  /** Once for each difference from version 1. */
  onDrift?: ((drift: Drift) => unknown) | undefined;
  /** Once for each likely mistake in the configuration. */
  onWarning?: ((warning: Warning) => unknown) | undefined;
}

/** What events say of a call: which one it is, and how many attempts are over. */
interface CallFacts {
  readonly callId: number;
  readonly method: string;
  readonly shownPath: string;
  readonly endpoint?: EndpointName | undefined;
  readonly attempts: readonly unknown[];
  readonly mayHaveBeenApplied?: boolean | undefined;
  /** Called when it waits no more. */
  endWait?: (() => void) | undefined;
}

/** What an attempt came to: its status if it had one, its error's name if it failed. */
type Result = Pick<ResponseEvent, 'status' | 'error'>;

/** A wait that lasts longer is worth a line. */
const longWaitMs = 1_000;

/** Calls the hooks. Where there are none, no event is made. */
export class Emitter {
  readonly #listeners: readonly Hooks[];
  readonly #clock: Clock;
  readonly #onLongWait: ((event: WaitEvent) => void) | undefined;

  /** `onLongWait` is called for a wait that has lasted for a second. */
  constructor(listeners: readonly Hooks[], clock: Clock, onLongWait?: (event: WaitEvent) => void) {
    this.#listeners = listeners;
    this.#clock = clock;
    this.#onLongWait = onLongWait;
  }

  get wantsDrift(): boolean {
    return this.#listeners.some(({ onDrift }) => onDrift !== undefined);
  }

  request(call: CallFacts): void {
    this.#tell('onRequest', () => nextAttempt(call));
  }

  response(call: CallFacts, result: Result, durationMs: number): void {
    this.#tell('onResponse', () => {
      const { mayHaveBeenApplied } = call;
      const tells = result.error !== undefined && mayHaveBeenApplied !== undefined;
      return { ...lastAttempt(call), ...result, ...(tells && { mayHaveBeenApplied }), durationMs };
    });
  }

  /** `wasSent` is false when the attempt that failed had waited for so long that it was never sent. */
  retry(call: CallFacts, result: Result, waitMs: number, wasSent: boolean): void {
    this.#tell('onRetry', () => ({ ...(wasSent ? lastAttempt : nextAttempt)(call), ...result, waitMs }));
    this.wait(call, 'retry', waitMs);
  }

  wait(call: CallFacts, reason: WaitEvent['reason'], waitMs: number | undefined): void {
    const event = () => ({ ...nextAttempt(call), reason, ...(waitMs !== undefined && { waitMs }) });
    this.#tell('onWait', event);
    call.endWait?.();
    call.endWait = this.#onLongWait && after(this.#clock, longWaitMs, () => this.#onLongWait?.(event()));
  }

  warn(warning: Warning): void {
    this.#tell('onWarning', () => warning);
  }

  drift(drift: Drift): void {
    this.#tell('onDrift', () => drift);
  }

  #tell<Name extends keyof Hooks>(name: Name, event: () => EventOf<Name>): void {
    for (const hooks of this.#listeners) {
      // The hook of a name takes that name's event; TypeScript can't see it through the index.
      const hook = hooks[name] as ((event: EventOf<Name>) => unknown) | undefined;
      if (!hook) continue;
      // In an async function what a hook throws is a rejection, and one that nobody handles would end a Node process.
      const told = async () => hook.call(hooks, event());
      told().catch(() => {});
    }
  }
}

type EventOf<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

/** The attempt that is over. */
function lastAttempt({ callId, method, shownPath: path, endpoint, attempts }: CallFacts): CallEvent {
  return { callId, method, path, ...(endpoint && { endpoint }), attempt: attempts.length };
}

/** The attempt that is about to be made. */
function nextAttempt(call: CallFacts): CallEvent {
  return { ...lastAttempt(call), attempt: call.attempts.length + 1 };
}
