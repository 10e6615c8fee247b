import type { EndpointName } from '@issue-tracking/model';
import type { Call } from './call/call.ts';
import { resultOf } from './call/call-error.ts';
import type { Outcome } from './call/outcome.ts';
import type { Drift } from './validation/drift-log.ts';

/** What every event of a call tells. No event holds a credential, a query or a body. */
export interface CallEvent {
  /** The same for all events of one call; unique in this process. */
  readonly callId: number;
  readonly method: string;
  /** Under the base URL, without query. */
  readonly path: string;
  /** Absent for `client.request`. */
  readonly endpoint?: EndpointName;
  /** Which attempt of the call it is about, from 1. */
  readonly attempt: number;
}

/** A request goes out. */
export interface RequestEvent extends CallEvent {}

/** An attempt is over, with or without a response. */
export interface ResponseEvent extends CallEvent {
  /** Absent when no response came. */
  readonly status?: number;
  /** Name of the error class; absent on success. */
  readonly error?: string;
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
  /** `rate-limit`: for a free slot under the request rate; `retry`: after a failed attempt. */
  readonly reason: 'rate-limit' | 'retry';
  /** As far as it can be told, in milliseconds. */
  readonly waitMs: number;
}

/** Functions told what the client does. One that throws or rejects never breaks a call. */
export interface Hooks {
  /** Before each attempt. */
  onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** After each attempt. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** When another attempt will follow a failed one. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** When a call has to wait for the rate limit or for a retry. */
  onWait?: ((event: WaitEvent) => unknown) | undefined;
  /** Once per distinct finding. */
  onDrift?: ((drift: Drift) => unknown) | undefined;
}

/** Tells the hooks; costs next to nothing where there is none. */
export class Emitter {
  readonly #hooks: Hooks;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  get wantsDrift(): boolean {
    return this.#hooks.onDrift !== undefined;
  }

  request(call: Call): void {
    this.#tell('onRequest', () => eventOf(call, 1));
  }

  response(call: Call, outcome: Outcome, durationMs: number): void {
    this.#tell('onResponse', () => ({ ...eventOf(call), ...resultOf(outcome), durationMs }));
  }

  retry(call: Call, outcome: Outcome, waitMs: number): void {
    this.#tell('onRetry', () => ({ ...eventOf(call), ...resultOf(outcome), waitMs }));
    this.wait(call, 'retry', waitMs);
  }

  wait(call: Call, reason: WaitEvent['reason'], waitMs: number): void {
    this.#tell('onWait', () => ({ ...eventOf(call, 1), reason, waitMs }));
  }

  drift(drift: Drift): void {
    this.#tell('onDrift', () => drift);
  }

  #tell<Name extends keyof Hooks>(name: Name, event: () => EventOf<Name>): void {
    // What a name stands for, takes that name's event; TypeScript can't see it through the index.
    const hook = this.#hooks[name] as ((event: EventOf<Name>) => unknown) | undefined;
    if (!hook) return;
    // What it throws becomes a rejection, which is nobody's and would end a Node process.
    const told = async () => hook.call(this.#hooks, event());
    told().catch(() => {});
  }
}

type EventOf<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

function eventOf(call: Call, ahead = 0): CallEvent {
  const { id, method, path, endpoint, attempts } = call;
  const attempt = attempts.length + ahead;
  return { callId: id, method, path: call.redact(path), ...(endpoint && { endpoint }), attempt };
}
