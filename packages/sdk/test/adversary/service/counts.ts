import { mostWithin } from '../../support/most-within.ts';
import type { Fate } from './answers.ts';
import { type IssueStore, stateAt } from './issues.ts';
import { type ServiceRequest, tokenOf } from './request.ts';

/** A request and what became of it, as the service saw it. */
interface Logged {
  readonly request: ServiceRequest;
  readonly sentAt: number;
  deliveredAt?: number;
  fate?: Fate;
  rejectedAt?: number;
  /** Its answer was lost, whether or not it landed. */
  lost?: boolean;
  /** For a read of one issue: the time of the state it showed. */
  shown?: number;
  /** A repeated update, sent although the service had shown, or would have shown, that a user had changed it. */
  overwrites?: boolean;
}

/** Counts that the service makes itself. */
export class Counts {
  readonly #issues: IssueStore;
  readonly #log: Logged[] = [];
  readonly #byRequest = new Map<ServiceRequest, Logged>();
  /** 429s for too many requests. */
  limited = 0;
  /** Requests that met a lockout. */
  lockedOut = 0;
  /** Updates (`x-call`) of which a repeat landed on a user's change. */
  readonly overwritten = new Set<string>();

  constructor(issues: IssueStore) {
    this.#issues = issues;
  }

  get requests(): readonly { readonly request: ServiceRequest; readonly sentAt: number }[] {
    return this.#log;
  }

  sent(request: ServiceRequest, sentAt: number): Logged {
    const logged: Logged = { request, sentAt };
    this.#log.push(logged);
    this.#byRequest.set(request, logged);
    if (request.method === 'PATCH') logged.overwrites = this.#isBlindRepeat(logged);
    return logged;
  }

  delivered(logged: Logged, fate: Fate, at: number): void {
    logged.fate = fate;
    logged.deliveredAt = at;
    if (fate.kind !== 'answer') return;
    // A rejection whose body broke off was reported all the same: the status line says that nothing was done.
    const { status } = fate.answer;
    if (status >= 500 || (fate.cut && status < 400)) logged.lost = true;
  }

  rejected(request: ServiceRequest, at: number): void {
    this.#edit(request, (logged) => {
      logged.rejectedAt = at;
    });
  }

  lost(request: ServiceRequest): void {
    this.#edit(request, (logged) => {
      logged.lost = true;
    });
  }

  read(request: ServiceRequest, shown: number): void {
    this.#edit(request, (logged) => {
      logged.shown = shown;
    });
  }

  updated(request: ServiceRequest): void {
    const call = request.headers['x-call'];
    if (call && this.#byRequest.get(request)?.overwrites) this.overwritten.add(call);
  }

  /** The most 401s that were sent, and not lost on the way, to one address within 15 minutes (AUTH-7). */
  get most401s(): number {
    return this.#most401s(({ source }) => source);
  }

  /** The same to one credential. */
  get most401sOfOne(): number {
    return this.#most401s(tokenOf);
  }

  #most401s(whose: (request: ServiceRequest) => string): number {
    const all = new Map<string, number[]>();
    for (const { request, rejectedAt, deliveredAt, fate } of this.#log) {
      const seen = fate?.kind === 'answer' && fate.answer.status === 401 && deliveredAt !== undefined;
      if (rejectedAt === undefined || !seen) continue;
      all.set(whose(request), [...(all.get(whose(request)) ?? []), rejectedAt]);
    }
    return Math.max(0, ...[...all.values()].map((times) => mostWithin(times, 900_000)));
  }

  /** Requests that a credential sent during the wait of a 429, before that time was over (LIM-2). */
  tooEarly(waitsMs: (retryAfter: string, at: number) => number): number {
    const quietUntil = new Map<string, number>();
    const events = this.#log.flatMap((logged) => [
      { at: logged.sentAt, logged, isSent: true },
      ...(logged.deliveredAt === undefined ? [] : [{ at: logged.deliveredAt, logged, isSent: false }]),
    ]);
    let early = 0;
    for (const { at, logged, isSent } of events.sort((a, b) => a.at - b.at || Number(b.isSent) - Number(a.isSent))) {
      const token = tokenOf(logged.request);
      if (isSent) early += at < (quietUntil.get(token) ?? 0) ? 1 : 0;
      else if (logged.fate?.kind === 'answer' && logged.fate.answer.status === 429) {
        const until = at + waitsMs(logged.fate.answer.headers['retry-after'] ?? '0', at);
        quietUntil.set(token, Math.max(quietUntil.get(token) ?? 0, until));
      }
    }
    return early;
  }

  #edit(request: ServiceRequest, edit: (logged: Logged) => void): void {
    const logged = this.#byRequest.get(request);
    if (logged) edit(logged);
  }

  /**
   * An update is repeated after a lost response, a user changed the issue since its first attempt, and no read of its
   * own after the loss had shown the issue as it was before that.
   */
  #isBlindRepeat({ request, sentAt }: Logged): boolean {
    const call = request.headers['x-call'];
    const earlier = this.#log.filter((one) => one.request !== request && one.request.headers['x-call'] === call);
    const attempts = earlier.filter((one) => one.request.method === 'PATCH');
    const [first] = attempts;
    const last = attempts.at(-1);
    if (!call || !first || !last || !attempts.some(({ lost, deliveredAt }) => lost || deliveredAt === undefined)) {
      return false;
    }
    const issue = this.#issues.find(Number(/issues\/(\d+)/.exec(request.path)?.[1]));
    const person = issue?.states.findLast(({ by, at }) => by === 'person' && at > first.sentAt && at <= sentAt);
    if (!issue || !person || stateAt(issue, sentAt).at < person.at) return false;
    const read = this.#log.findLast(
      (one) =>
        one.request.method === 'GET' &&
        one.request.path === request.path &&
        one.request.headers['x-call'] === call &&
        one.sentAt > last.sentAt &&
        one.deliveredAt !== undefined &&
        one.shown !== undefined,
    );
    return read?.shown === undefined || read.shown >= person.at;
  }
}
