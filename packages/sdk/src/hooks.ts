import type { EndpointName } from '@issue-tracking/model';
import { after, type Clock } from './platform/clock.ts';

/** What every event of a call tells. No event holds a credential, a query or a body. */
export interface CallEvent {
  /** The same for all events of one call, and in its error; unique in this process. */
  readonly callId: number;
  readonly method: string;
  /** Under the base URL, without query. */
  readonly path: string;
  /** Absent for `client.request`. */
  readonly endpoint?: EndpointName;
  /**
   * Which attempt of the call it is about, from 1. An attempt that failed before it was sent has the number of the
   * next.
   */
  readonly attempt: number;
}

/** An attempt is over, with or without a response. */
export interface ResponseEvent extends CallEvent {
  /** Absent when no response came. */
  readonly status?: number;
  /** Name of the error class; absent on success. */
  readonly error?: string;
  /**
   * On a write that did not succeed: whether the service may have done it, now or at an attempt before.
   */
  readonly mayHaveBeenApplied?: boolean;
  /** From sending to the end of the body, in milliseconds. */
  readonly durationMs: number;
}

/** An attempt failed and another will follow. */
export interface RetryEvent extends CallEvent {
  /** Absent when no response came. */
  readonly status?: number;
  /** Name of the error class the attempt stands for. */
  readonly error?: string;
  /** Until the next attempt, in milliseconds; the rate limiter may add to it. */
  readonly waitMs: number;
}

/** A call waits before its next attempt. */
export interface WaitEvent extends CallEvent {
  /**
   * `rate-limit`: for a free slot under the request rate; `retry`: after a failed attempt; `credential`: until it is
   * known to be good, or fewer requests are in flight with it; `token`: for the `accessToken` function; `store`: for the
   * store that counts.
   */
  readonly reason: 'rate-limit' | 'retry' | 'credential' | 'token' | 'store';
  /** The least time that it takes, in milliseconds; absent where nobody can tell. */
  readonly waitMs?: number;
}

/** Something that whoever runs the program should know. */
export interface Warning {
  /** `lockout-scope`: the service may count failed authentications by address, and `lockoutProtection` does not. */
  readonly code: 'lockout-scope';
  /** What was seen, and what to do. */
  readonly message: string;
}

/** Something that differs from what version 1 promises, or that could not be read completely. */
export interface Drift {
  readonly endpoint: EndpointName;
  /**
   * `unknown-field`: a field this version of the package doesn't know. `unknown-value`: a value outside an enumeration,
   * or a timestamp in another precision. `null-value` and `missing-field`: a field that was promised and isn't there.
   * `unstable-list`: an iteration whose list kept changing, so that issues may be missing.
   */
  readonly kind: 'unknown-field' | 'unknown-value' | 'null-value' | 'missing-field' | 'unstable-list';
  /** Where in the body, with `[]` for any entry of a list: `data[].status`. At most 200 characters. */
  readonly path: string;
  /** The first 100 characters of the value that the enumeration doesn't know. */
  readonly value?: string;
}

/**
 * Functions told what the client does. One that throws or rejects never breaks a call.
 *
 * @example
 * const hooks: Hooks = { onRetry: ({ path, error, waitMs }) => console.warn(`${path}: ${error}, again in ${waitMs} ms`) };
 */
export interface Hooks {
  /** Before each attempt. */
  onRequest?: ((event: CallEvent) => unknown) | undefined;
  /** After each attempt. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** When another attempt will follow a failed one. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** When a call has to wait: once for each reason before each attempt. */
  onWait?: ((event: WaitEvent) => unknown) | undefined;
  /** Once per distinct finding. */
  onDrift?: ((drift: Drift) => unknown) | undefined;
  /** Once for each thing that seems to be set up wrongly. */
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
