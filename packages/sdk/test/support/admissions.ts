import { virtualClock } from '@issue-tracking/mock';
import type { AccessToken, Clock } from '@issue-tracking/sdk';
import { sourceOf } from '../../src/gate/gates.ts';
import type { Permit } from '../../src/gate/permit.ts';
import type { ClientLimits } from '../../src/gate/settings.ts';
import { rateLimitState } from '../../src/gate/source.ts';
import { Ticket } from '../../src/gate/ticket.ts';
import { endWaiting } from '../../src/gate/waiting.ts';

/** Options of a queue and its client policy. */
export interface AdmissionsOptions {
  readonly credential?: AccessToken;
  readonly clock?: Clock;
  readonly isProtected?: boolean;
  readonly limit?: number;
  readonly rateLimit?: Partial<ClientLimits>;
}

/** Options of one attempt. */
export interface EnterOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly deadlineAt?: number;
  readonly maxWaitMs?: number;
  readonly priority?: number;
  readonly isAgain?: boolean;
  readonly isWrite?: boolean;
  readonly ticket?: Ticket;
  readonly onWait?: (reason: string, ms: number | undefined) => void;
}

/** Returns a queue of one credential, and a function that acquires permits from it. */
export function admissions(options: AdmissionsOptions = {}) {
  const { credential = 'svc_1', clock = virtualClock(), limit = Number.POSITIVE_INFINITY } = options;
  // A `fetch` of its own, so that it shares no gate.
  const fetch = async () => new Response();
  const source = sourceOf({ credential, option: 'accessToken', clock, fetch, origin: 'https://issues.test' });
  const client = (
    settings: Omit<ClientLimits, 'isProtected' | 'source' | 'waiting'>,
    isProtected: boolean,
  ): ClientLimits => {
    source.last?.register(settings);
    return { ...settings, isProtected, source, waiting: new Set() };
  };
  // The names of the old queue, so that its tests run unchanged.
  const queue = {
    policy: client,
    compositeTicket: () => new Ticket(false),
    newTicket: () => new Ticket(false),
    ticket: (isWrite: boolean, n = 1) => new Ticket(isWrite, n),
    giveBack: (ticket: Ticket, slots?: number) => ticket.giveBack(slots),
    state: (limits: ClientLimits) => rateLimitState(source, limits.limit),
    get idle() {
      return source.last?.idle ?? true;
    },
    close: endWaiting,
    dispatch: () => source.last?.dispatch(),
  };
  const settings = { limit, windowMs: 60_000, onStoreError: 'fail', ...options.rateLimit } as const;
  const policy = client(settings, options.isProtected ?? true);
  let last: Permit | undefined;

  async function enter(how: EnterOptions = {}, by = policy): Promise<Permit> {
    const { timeoutMs = 30_000, deadlineAt = Number.POSITIVE_INFINITY, maxWaitMs = 120_000, priority = 0 } = how;
    const call = {
      signal: how.signal,
      deadlineAt,
      settings: { timeout: timeoutMs, priority, retry: { maxRetryAfter: maxWaitMs } },
      waits: how.onWait ?? (() => {}),
      ticket: how.ticket ?? new Ticket(how.isWrite ?? false),
    };
    for (;;) {
      const gate = source.gate(call, by);
      const permit = await (gate instanceof Promise ? await gate : gate).acquire(call, by);
      if (permit === 'again') continue;
      if (permit === 'timeout') throw new DOMException('no call got a response', 'TimeoutError');
      last = permit;
      return permit;
    }
  }

  /** Pauses the credential after a 429. */
  const pause = (ms: number) => source.last?.pauseUntil(clock.now() + ms);

  return { queue, policy, settings, enter, pause, last: () => last };
}

/** Completes an attempt with a success of the API. */
export function accept(permit: Permit): void {
  permit.statusReceived(200, true);
  permit.ended(true);
}

/** Completes an attempt with a 401. Returns whether the call is sent again. */
export function reject(permit: Permit, canResend = true): boolean {
  permit.statusReceived(401, canResend);
  permit.ended(false);
  return permit.shouldResend;
}
