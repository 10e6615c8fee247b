import type { Clock } from '@issue-tracking/sdk';
import type { Random } from '../random.ts';
import { type Answer, apiError, bloated, detail, type Fate, html, json, retryAfter, techContext } from './answers.ts';
import { Authenticator } from './authentication.ts';
import { CommentStore, shown } from './comments.ts';
import { Counts } from './counts.ts';
import { IssueStore, iso, stateAt } from './issues.ts';
import { type ServiceRequest, tokenOf } from './request.ts';
import { RequestWindow } from './request-window.ts';
import { type Loss, plain, type Switches } from './switches.ts';

/** A test's own answer to some requests, before anything else is looked at. */
export type Override = (request: ServiceRequest) => Fate | undefined;

const path =
  /^\/api\/v1\/projects(?:\/[^/?]+\/issues(?:\/(?<number>\d+)(?:\/(?<part>[a-z-]+))?)?)?(?:\?(?<query>.*))?$/;

/**
 * The service of the specification, with every deviation a switch, written without a look at the mock or the client.
 * What it counts, it counts on its own side.
 */
export class Service {
  readonly switches: Switches;
  readonly authenticator: Authenticator;
  readonly issues: IssueStore;
  readonly counts: Counts;
  override: Override | undefined;
  /** What happens to the next POST and PATCH requests, one each. */
  readonly nextWritesMeet: (Loss | 'nothing')[] = [];
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #startedAt: number;
  readonly #window: RequestWindow;
  readonly #comments = new Map<number, CommentStore>();
  readonly #goingOn = new Set<Promise<void>>();

  constructor(clock: Clock, random: Random, switches: Partial<Switches> = {}) {
    this.switches = { ...plain, ...switches };
    this.#clock = clock;
    this.#random = random;
    this.#startedAt = clock.now();
    this.authenticator = new Authenticator(clock, this.switches);
    this.issues = new IssueStore(this.switches, random);
    this.counts = new Counts(this.issues);
    this.#window = new RequestWindow(this.switches.rate);
  }

  comments(issueNumber: number): CommentStore {
    const store = this.#comments.get(issueNumber) ?? new CommentStore(this.switches);
    this.#comments.set(issueNumber, store);
    return store;
  }

  /** Somebody in the dashboard sets `verified`. */
  verify(issueNumber: number): void {
    const issue = this.issues.find(issueNumber);
    if (issue) this.issues.change(issue, { at: this.#clock.now(), status: 'verified', by: 'person' });
  }

  /** Until everything that was still on its way has landed. */
  async atRest(): Promise<void> {
    while (this.#goingOn.size > 0) await Promise.all(this.#goingOn);
  }

  async take(request: ServiceRequest): Promise<Fate> {
    const number = this.counts.sent(request, this.#clock.now());
    await this.#travel();
    this.#peopleActBeside(request);
    const fate = this.override?.(request) ?? this.#onTheWay(request) ?? this.#reach(request);
    await this.#travel();
    if (!request.gone()) this.counts.delivered(number, fate, this.#clock.now());
    return fate;
  }

  #onTheWay(request: ServiceRequest): Fate | undefined {
    const { inFront, hangs, lossRate, losses } = this.switches;
    const since = this.#clock.now() - this.#startedAt;
    if (inFront && since < inFront.untilMs) {
      return answer(inFront.kind === 'portal' ? html(200, 'Log in') : html(403, 'Blocked by the firewall'));
    }
    if (hangs && since >= hangs[0] && since < hangs[1]) return { kind: 'hang' };
    const planned = request.method === 'GET' ? undefined : this.nextWritesMeet.shift();
    if (planned) return planned === 'nothing' ? undefined : this.#lose(request, planned);
    return losses.length > 0 && this.#random.chance(lossRate)
      ? this.#lose(request, this.#random.pick(losses))
      : undefined;
  }

  #lose(request: ServiceRequest, loss: Loss): Fate {
    if (loss === 'refused') return { kind: 'refused' };
    if (loss === 'cut') {
      const reached = this.#reach(request);
      return reached.kind === 'answer' ? { ...reached, cut: true } : reached;
    }
    this.counts.lost(request);
    const [what, landing] = loss.split(', ');
    if (landing === 'landed') this.#reach(request);
    if (landing === 'lands late') this.#reachLate(request, what === '504' || what === 'timeout');
    if (what === 'reset') return { kind: 'reset' };
    if (what === 'timeout') return { kind: 'hang' };
    return answer(html(Number(what), 'Bad gateway'));
  }

  /** Counted at once and at work for a while, or kept by a gateway that sends it on later. */
  #reachLate(request: ServiceRequest, isCountedLate: boolean): void {
    const refusal = isCountedLate ? undefined : this.#admit(request);
    if (refusal) return;
    const later = async () => {
      await this.#clock.sleep(this.#random.between(0.05, 1) * this.switches.landsWithinMs);
      if (isCountedLate && this.#admit(request)) return;
      this.#serve(request);
    };
    this.#follow(later());
  }

  #follow(work: Promise<void>): void {
    this.#goingOn.add(work);
    void work.finally(() => this.#goingOn.delete(work));
  }

  #reach(request: ServiceRequest): Fate {
    const { dateSkewMs, bloat } = this.switches;
    const reply = bloated(this.#admit(request) ?? this.#serve(request), bloat);
    if (dateSkewMs === undefined) return answer(reply);
    const date = new Date(this.#clock.now() + dateSkewMs).toUTCString();
    return answer({ ...reply, headers: { date, ...reply.headers } });
  }

  /** Who asks, and how often (AUTH-3, AUTH-7, LIM-1): the answer that keeps a request out. */
  #admit(request: ServiceRequest): Answer | undefined {
    const { echoes, lockout, retryAfter: form, dateSkewMs = 0 } = this.switches;
    const now = this.#clock.now();
    const token = tokenOf(request);
    const echo = echoes ? token : undefined;
    const authentication = this.authenticator.check(token, request.source);
    if (authentication === 'rejected') {
      this.counts.rejected(request, now);
      return apiError(401, 'Unauthorized', echo);
    }
    if (authentication === 'locked out') {
      this.counts.lockedOut++;
      const headers = { 'retry-after': retryAfter(form, lockout.windowMs, now + dateSkewMs) };
      return apiError(lockout.status, 'Too many failed attempts', echo, headers);
    }
    const waitMs = this.#window.arrive(token, now);
    if (waitMs === 0) return undefined;
    this.counts.limited++;
    return apiError(429, 'Too many requests', echo, { 'retry-after': retryAfter(form, waitMs, now + dateSkewMs) });
  }

  #serve(request: ServiceRequest): Answer {
    const { echoes, absentValues } = this.switches;
    const echo = echoes ? tokenOf(request) : undefined;
    const found = path.exec(request.path);
    if (!found) return apiError(404, 'Not found', echo);
    const { number, part, query } = found.groups ?? {};
    const now = this.#clock.now();
    if (number === undefined) {
      if (!request.path.includes('/issues')) return json(200, { data: [], total: 0 });
      const asked = new URLSearchParams(query);
      return json(200, this.issues.page(now, Number(asked.get('page') ?? 1), Number(asked.get('limit') ?? 20)));
    }
    const issue = this.issues.find(Number(number));
    if (!issue) return apiError(404, 'Issue not found', echo);
    if (part === 'comments') return this.#serveComments(request, issue.issueNumber);
    if (part === 'tech-context') return json(200, { data: techContext(absentValues) });
    if (part !== undefined) return json(200, { data: [], total: 0 });
    if (request.method === 'PATCH') return this.#update(request, issue.issueNumber);
    const state = stateAt(issue, now - this.switches.readLagMs);
    this.counts.read(request, state.at);
    return json(200, { data: detail(issue, state, absentValues) });
  }

  #serveComments(request: ServiceRequest, issueNumber: number): Answer {
    const store = this.comments(issueNumber);
    const now = this.#clock.now();
    if (request.method !== 'POST') return json(200, store.list(now));
    const { content } = JSON.parse(request.body);
    const comment = store.add(content, 'client', now);
    return json(201, { data: shown(comment) });
  }

  #update(request: ServiceRequest, issueNumber: number): Answer {
    const issue = this.issues.find(issueNumber);
    if (!issue) return apiError(404, 'Issue not found', undefined);
    const update = request.headers['x-call'];
    const state = this.issues.change(issue, {
      ...JSON.parse(request.body),
      at: this.#clock.now(),
      by: 'client',
      update,
    });
    this.counts.updated(request);
    const { status, priority, at } = state;
    return json(200, { data: { issueNumber, status, priority, updatedAt: iso(at) } });
  }

  /** What somebody does in the dashboard while a write is on its way, whether or not it lands. */
  #peopleActBeside({ method, path, body }: ServiceRequest): void {
    const { otherPerson, verifies } = this.switches;
    const issueNumber = Number(/\/issues\/(\d+)/.exec(path)?.[1]);
    const act = (withinMs: number, what: () => unknown) =>
      this.#follow(this.#clock.sleep(this.#random.between(0, withinMs)).then(() => void what()));
    if (method === 'PATCH' && this.#random.chance(verifies)) act(4_000, () => this.verify(issueNumber));
    if (method === 'POST' && otherPerson !== 'nothing') {
      const text = otherPerson === 'the same comment' ? JSON.parse(body).content : "A person's own";
      act(3_000, () => this.comments(issueNumber).add(text, 'person', this.#clock.now()));
    }
  }

  async #travel(): Promise<void> {
    const [least, most] = this.switches.latencyMs;
    if (most > 0) await this.#clock.sleep(this.#random.between(least, most));
  }
}

/** A fate that is an answer. */
export function answer(one: Answer): Fate {
  return { kind: 'answer', answer: one };
}
