import { virtualClock } from '@issue-tracking/mock';
import type { Clock } from '@issue-tracking/sdk';
import { type SourceKey, sourceOf } from '../../src/gate/gates.ts';
import type { Permit } from '../../src/gate/permit.ts';
import type { ClientLimits, RateLimits } from '../../src/gate/settings.ts';
import { rateLimitState } from '../../src/gate/source.ts';
import { Ticket } from '../../src/gate/ticket.ts';

/** A client's credential and limits. */
export interface AdmissionsOptions extends Partial<RateLimits> {
  readonly credential?: SourceKey['credential'];
  readonly option?: SourceKey['option'];
  readonly clock?: Clock;
  readonly isProtected?: boolean;
}

/** Options of one call. */
export interface EnterOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly deadlineAt?: number;
  readonly maxRetryAfter?: number;
  readonly priority?: number;
  readonly ticket?: Ticket;
  readonly onWait?: (reason: string, ms: number | undefined) => void;
}

/** Returns the source of a credential of its own, and a function that acquires permits as a call does. */
export function admissions(options: AdmissionsOptions = {}) {
  const { credential = 'svc_1', option, clock = virtualClock(), isProtected = true, ...changes } = options;
  // A `fetch` of its own, so that it shares no gate.
  const fetch = async () => new Response();
  const source = sourceOf({ credential, option, clock, fetch, origin: 'https://issues.test' });
  const defaults = { limit: Number.POSITIVE_INFINITY, windowMs: 60_000, onStoreError: 'fail', ...changes } as const;

  /** Another client of the credential. */
  function client(limits: Partial<RateLimits> = {}): ClientLimits {
    const all = { ...defaults, ...limits };
    source.last?.register(all);
    return { ...all, isProtected, source, waiting: new Set() };
  }
  const first = client();

  async function enter(how: EnterOptions = {}, by = first): Promise<Permit> {
    const { timeoutMs = 30_000, deadlineAt = Number.POSITIVE_INFINITY, maxRetryAfter = 120_000, priority = 0 } = how;
    const call = {
      signal: how.signal,
      deadlineAt,
      settings: { timeout: timeoutMs, priority, retry: { maxRetryAfter } },
      waits: how.onWait ?? (() => {}),
      ticket: how.ticket ?? new Ticket(false),
    };
    for (;;) {
      const gate = source.gate(call, by);
      const permit = await (gate instanceof Promise ? await gate : gate).acquire(call, by);
      if (permit === 'again') continue;
      if (permit === 'timeout') throw new DOMException('no status has come', 'TimeoutError');
      return permit;
    }
  }

  /** Pauses the credential, as after a 429. */
  const pause = (ms: number) => source.last?.pauseUntil(clock.now() + ms);
  const state = () => rateLimitState(source, first.limit);
  return { source, first, client, enter, pause, state };
}

/** Completes a request with a success of the API. */
export function accept(permit: Permit): void {
  permit.statusReceived(200, true);
  permit.ended(true);
}

/** Completes a request with a 401. Returns whether the call is sent again. */
export function reject(permit: Permit, canResend = true): boolean {
  permit.statusReceived(401, canResend);
  permit.ended(false);
  return permit.shouldResend;
}
