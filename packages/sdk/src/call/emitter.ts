import type { EndpointName } from '@issue-tracking/model';
import type { CallEvent, EndEvent, Hooks, ResponseEvent, RetryEvent, WaitEvent } from '../hooks.ts';
import type { AttemptResult, FailedResult } from './attempt-outcome.ts';

/** Facts of a call for the event of its end. */
interface EndedFacts {
  readonly callId: number;
  readonly method: string;
  readonly shownPath: string;
  readonly endpoint?: EndpointName | undefined;
  readonly attempts: readonly AttemptResult[];
  readonly isWrite: boolean;
  readonly sent: boolean;
  readonly mayHaveBeenApplied?: boolean | undefined;
  readonly waitedMs: number;
  readonly durationMs: number;
}

/** Facts of a call for its other events. */
interface CallFacts extends EndedFacts {
  /** Number of the last attempt. */
  readonly attempt: number;
  readonly nextAttempt: number;
}

/** Calls the hooks. An event is made only if there is a hook for it. */
export class Emitter {
  readonly #listeners: readonly Hooks[];
  readonly #onFailure: (name: keyof Hooks, reason: unknown) => void;

  /** @param onFailure Called when a hook throws or rejects. */
  constructor(listeners: readonly Hooks[], onFailure: (name: keyof Hooks, reason: unknown) => void) {
    this.#listeners = listeners;
    this.#onFailure = onFailure;
  }

  get wantsDrift(): boolean {
    return this.#listeners.some(({ onDrift }) => onDrift !== undefined);
  }

  /** @param event Makes the event. */
  emit<Name extends keyof Hooks>(name: Name, event: () => EventOf<Name>): void {
    for (const hooks of this.#listeners) {
      // Each hook takes the event of its name, which TypeScript can't see through the index.
      const hook = hooks[name] as ((event: EventOf<Name>) => unknown) | undefined;
      if (!hook) continue;
      // Async, so that a throw in a hook becomes a rejection, which is caught: unhandled, it would end a Node
      // process.
      const run = async () => hook.call(hooks, event());
      run().catch((reason) => this.#onFailure(name, reason));
    }
  }
}

type EventOf<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

/** Returns the event of an attempt that is sent. */
export function requestEvent(call: CallFacts): CallEvent {
  return { ...factsOf(call), attempt: call.attempt };
}

/** Returns the event of an attempt that has ended. */
export function responseEvent(call: CallFacts, result: AttemptResult, durationMs: number): ResponseEvent {
  return { ...factsOf(call, result.error), attempt: call.attempt, ...result, durationMs };
}

/** Returns the event of a failed attempt. `wasSent` is false if it expired in the queue. */
export function retryEvent(call: CallFacts, result: FailedResult, waitMs: number, wasSent: boolean): RetryEvent {
  return { ...factsOf(call), attempt: wasSent ? call.attempt : call.nextAttempt, ...result, waitMs };
}

/** Returns the event of a wait before the next attempt. */
export function waitEvent(call: CallFacts, reason: WaitEvent['reason'], waitMs: number | undefined): WaitEvent {
  return { ...factsOf(call), attempt: call.nextAttempt, reason, ...(waitMs !== undefined && { waitMs }) };
}

/** Returns the event of the end of a call. */
export function endEvent(call: EndedFacts, status: number | undefined, error: unknown): EndEvent {
  const { attempts, sent, waitedMs, durationMs } = call;
  const { name, status: failed }: { name?: string; status?: number } = Object(error);
  // The error of a blocked call has a status that no response had.
  const received = status ?? attempts.find((attempt) => attempt.status === failed)?.status;
  return {
    ...factsOf(call, name),
    attempts: attempts.length,
    sent,
    ...(received !== undefined && { status: received }),
    waitedMs,
    durationMs,
  };
}

/** Returns what all events of a call have, and of one that failed the name of its error. */
function factsOf(
  { callId, method, shownPath: path, endpoint, isWrite, mayHaveBeenApplied = false }: EndedFacts,
  error?: string,
) {
  const failure = error !== undefined && { error, ...(isWrite && { mayHaveBeenApplied }) };
  return { callId, method, path, ...(endpoint && { endpoint }), ...failure };
}
