import { NetworkError } from 'ky';
import { connectionFailure } from '#runtime';
import type { Permit } from '../gate/permit.ts';
import { onAbort } from '../platform/abort.ts';
import { setClockTimer } from '../platform/clock.ts';
import { hasHttpCache } from '../platform/environment.ts';
import { readJson } from '../validation/read-response.ts';
import type { AttemptOutcome, ConnectionLost, ReceivedResponse } from './attempt-outcome.ts';
import type { Call } from './call-state.ts';
import { cancel, headersOf, readBody, textOf } from './http.ts';

/** How long the status of a request whose call has ended is waited for. */
const statusWaitMs = 5_000;

/** A listener for the status line. */
type OnStatus = (status: number, headers: Headers) => void;

/** One request in flight, as far as it has come. */
interface Progress {
  readonly controller: AbortController;
  /** Whether the status line has arrived. */
  hasStatus: boolean;
  /** Status and headers of an error, which become the outcome if its body breaks off or never ends. */
  errorHead?: ReceivedResponse;
  body?: ReadableStreamDefaultReader<Uint8Array>;
}

/**
 * Sends one request and reads its whole response, within the call's `timeout` and until its signal aborts. The promise never
 * rejects. The call may end before its request: then only the status still counts, for the time that the permit grants.
 * Whatever comes later is ignored, even if a custom `fetch` ignores its signal.
 */
export function send(call: Call, permit: Permit, onStatus: OnStatus): Promise<AttemptOutcome> {
  const { signal, settings, client } = call;
  const { clock, lifetime } = client;
  const { closing, ended } = lifetime;
  const progress: Progress = { controller: new AbortController(), hasStatus: false };

  return new Promise((resolve) => {
    let hasCallEnded = false;
    let hasEnded = false;
    const undo = [signal, ended].map((one) =>
      onAbort(one, () => abandon({ kind: 'aborted', sent: true }, one?.reason)),
    );
    undo.push(
      setClockTimer(clock, settings.timeout, () =>
        abandon(progress.errorHead ?? { kind: 'timeout', sent: true }, new DOMException('timeout', 'TimeoutError')),
      ),
    );

    /** Ends the call, and the request too, at once or some time later if its status still counts. */
    function abandon(outcome: AttemptOutcome, reason: unknown): void {
      hasCallEnded = true;
      for (const one of undo.splice(0)) one();
      resolve(outcome);
      if (closing.aborted || !permit.wantsStatus) {
        abort(reason);
        return;
      }
      permit.abandoned();
      undo.push(onAbort(closing, () => abort(closing.reason)));
      undo.push(setClockTimer(clock, statusWaitMs, () => abort(reason), undefined, 'unref'));
    }

    function abort(reason: unknown): void {
      if (hasEnded) return;
      end();
      progress.controller.abort(reason);
      // Directly too: only the `Request` passes the signal on to the body, and it may have been garbage-collected.
      if (progress.body) cancel(progress.body);
      permit.cancelled();
    }

    function end(): void {
      hasEnded = true;
      for (const one of undo) one();
    }

    function complete(outcome: AttemptOutcome): void {
      if (hasCallEnded) abort(undefined);
      else {
        end();
        resolve(outcome);
      }
    }

    const received: OnStatus = (status, headers) => {
      progress.hasStatus = true;
      if (!hasEnded) onStatus(status, headers);
    };
    request(call, call.headers(permit.token), progress, received, () => hasCallEnded).then(
      complete,
      (thrown: unknown) => {
        const lost = lostWith(thrown, progress.hasStatus, client.host);
        if (lost.failure.kind === 'unreadable') permit.unreadable();
        complete(lost);
      },
    );
  });
}

/** Maps a failure of `fetch` to an outcome. An application's own `fetch` may throw anything. */
function lostWith(thrown: unknown, hasStatus: boolean, host: string): ConnectionLost {
  try {
    const cause = thrown instanceof NetworkError ? thrown.cause : thrown;
    return { kind: 'lost', cause, failure: connectionFailure(cause, hasStatus, host) };
  } catch {
    // Reading a property of the thrown value has thrown.
    return { kind: 'lost', cause: undefined, failure: connectionFailure(undefined) };
  }
}

async function request(
  { client, request: { method, target, body } }: Call,
  headers: Record<string, string>,
  progress: Progress,
  onStatus: OnStatus,
  isAbandoned: () => boolean,
): Promise<AttemptOutcome> {
  const response = await client.http(target, {
    method,
    headers,
    redirect: 'manual',
    signal: progress.controller.signal,
    ...(method !== 'GET' && { body: body ?? null }),
    // Bypasses the browser's HTTP cache, which may hold a stale issue.
    ...(method === 'GET' && hasHttpCache && { cache: 'no-store' }),
  });
  const { status } = response;
  const isSuccess = status >= 200 && status < 300;
  const head = { kind: 'response', ok: isSuccess, status, headers: headersOf(response) } as const;
  onStatus(status, head.headers);
  if (isAbandoned()) {
    if (response.body && !response.body.locked) cancel(response.body);
    return { kind: 'aborted', sent: true };
  }
  if (status >= 400) progress.errorHead = { ...head, body: { problem: 'empty' } };
  try {
    // A body that is no stream, or no stream of the platform's kind, is read without a size limit.
    if (response.body?.getReader !== undefined) progress.body = response.body.getReader();
    // An error may come from a gateway, in another charset. A success is in UTF-8 (GEN-2).
    const contentType = status >= 400 ? head.headers.get('content-type') : undefined;
    const text = progress.body ? textOf(await readBody(progress.body), contentType) : await response.text();
    const body = readJson(text);
    if (status >= 400) return { ...head, body, text };
    return isSuccess && body.problem === 'cut off' ? { ...head, ok: false, isCutOff: true, body } : { ...head, body };
  } catch (error) {
    if (progress.errorHead) return progress.errorHead;
    throw error;
  }
}
