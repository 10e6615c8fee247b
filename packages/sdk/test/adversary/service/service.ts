import type { Clock } from '@issue-tracking/sdk';
import {
  emptyData,
  fullCredential,
  type StoredComment,
  type StoredCredential,
} from '../../../../../tools/spec-service/data.ts';
import { SpecService } from '../../../../../tools/spec-service/service.ts';
import type { ReceivedRequest } from '../../../../../tools/spec-service/wire.ts';
import type { Random } from '../../../../../tools/testing/random.ts';
import { type Answer, bloated, echoed, type Fate, html, json } from './answers.ts';
import { Counts } from './counts.ts';
import { deviate } from './deviate.ts';
import { IssueStore, stateAt, type TrackedIssue } from './issues.ts';
import { type ServiceRequest, tokenOf } from './request.ts';
import { type Loss, plain, type Switches } from './switches.ts';

/** A test's own response to some requests, before anything else is looked at. */
export type Override = (request: ServiceRequest) => Fate | undefined;

const noRequest: ServiceRequest = { method: '', path: '', headers: {}, body: '', source: '', gone: () => true };

/** Author of comments that no client has sent. */
export const person = 'Grace';

/**
 * The service of the specification with legal deviations, behind a network that loses requests and responses, and with
 * users beside the client. Counts what it sees on its own side.
 */
export class Service {
  readonly switches: Switches;
  readonly issues: IssueStore;
  readonly counts: Counts;
  override: Override | undefined;
  /** The fates of the next POST and PATCH requests, one each. */
  readonly nextWritesMeet: (Loss | 'nothing')[] = [];
  readonly #api: SpecService;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #startedAt: number;
  readonly #goingOn = new Set<Promise<void>>();
  /** The request that the API responds to. */
  #served: ServiceRequest = noRequest;
  /** Number of requests that are still rejected, by good credential. */
  readonly #spurious = new Map<string, number>();

  constructor(clock: Clock, random: Random, switches: Partial<Switches> = {}) {
    this.switches = { ...plain, ...switches };
    this.#clock = clock;
    this.#random = random;
    this.#startedAt = clock.now();
    this.#api = new SpecService(() => clock.now(), emptyData('prj_web'));
    this.issues = new IssueStore(this.#api.data.projects[0]?.issues ?? []);
    this.counts = new Counts(this.issues);
    deviate({ api: this.#api, issues: this.issues, switches: this.switches, random });
    this.#watch(this.#api);
  }

  /** Counts what the API does, and records each state of an issue. */
  #watch(api: SpecService): void {
    const { accepted, unauthenticated, tooMany, lockedOut, getIssue } = api;
    const { counts, issues, switches } = this;
    api.accepted = (shown) => {
      const spurious = this.#spurious.get(shown) ?? 0;
      this.#spurious.set(shown, Math.max(0, spurious - 1));
      return spurious > 0 ? undefined : accepted(shown);
    };
    api.unauthenticated = (shown) => {
      counts.rejected(this.#served, api.now());
      return unauthenticated(shown);
    };
    api.lockedOut = (ms) => {
      counts.lockedOut++;
      return lockedOut(ms);
    };
    api.tooMany = (ms) => {
      counts.limited++;
      return tooMany(ms);
    };
    api.getIssue = (issue) => {
      counts.read(this.#served, stateAt(issue as TrackedIssue, api.now() - switches.readLagMs).at);
      return getIssue(issue);
    };
    api.change = (issue, { status, priority }) => {
      const update = this.#served.headers['x-call'];
      const to = { ...(status && { status }), ...(priority && { priority }) };
      issues.change(issue as TrackedIssue, { ...to, at: api.now(), by: 'client', update });
      counts.updated(this.#served);
    };
  }

  /** Accepts a credential, until a time. */
  grant(token: string, endsAt?: number): void {
    this.#api.data.credentials.set(token, fullCredential(endsAt));
  }

  revoke(token: string): void {
    this.grant(token, this.#clock.now());
  }

  /** Rejects the next requests with a good credential all the same. */
  failNext(token: string, times: number): void {
    this.#spurious.set(token, times);
  }

  comments(issueNumber: number): readonly StoredComment[] {
    return this.issues.find(issueNumber)?.comments ?? [];
  }

  /** Sets `verified`, as a user in the dashboard does. */
  verify(issueNumber: number): void {
    const issue = this.issues.find(issueNumber);
    if (issue) this.issues.change(issue, { at: this.#clock.now(), status: 'verified', by: 'person' });
  }

  /** Adds a comment, as a user in the dashboard does. */
  comment(issueNumber: number, sent: string, createdAt = this.#clock.now()): void {
    const comments = this.issues.find(issueNumber)?.comments;
    const id = `c${issueNumber}-${comments?.length}`;
    comments?.push({ id, content: this.#api.textOfComment(sent), authorName: person, createdAt, sent });
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
    const admitted = isCountedLate ? undefined : this.#admit(request);
    if (admitted && !admitted.credential) return;
    const later = async () => {
      await this.#clock.sleep(this.#random.between(0.05, 1) * this.switches.landsWithinMs);
      const { credential } = admitted ?? this.#admit(request);
      if (credential) this.#serve(request, credential);
    };
    this.#follow(later());
  }

  #follow(work: Promise<void>): void {
    this.#goingOn.add(work);
    void work.finally(() => this.#goingOn.delete(work));
  }

  #reach(request: ServiceRequest): Fate {
    const { dateSkewMs, bloat } = this.switches;
    const { credential, rejection } = this.#admit(request);
    const reply = bloated(credential ? this.#serve(request, credential) : rejection, bloat);
    if (dateSkewMs === undefined) return answer(reply);
    const date = new Date(this.#clock.now() + dateSkewMs).toUTCString();
    return answer({ ...reply, headers: { date, ...reply.headers } });
  }

  /** Authenticates and counts a request; `rejection` keeps it out. */
  #admit(request: ServiceRequest): { credential?: StoredCredential; rejection: Answer } {
    let credential: StoredCredential | undefined;
    const rejection = this.#respond(request, (asked) => {
      credential = this.#api.admit(asked);
      return {};
    });
    return { rejection, ...(credential && { credential }) };
  }

  #serve(request: ServiceRequest, credential: StoredCredential): Answer {
    return this.#respond(request, (asked) => this.#api.serve(asked, credential));
  }

  #respond(request: ServiceRequest, respond: (asked: ReceivedRequest) => object): Answer {
    this.#served = request;
    const { status, json: body, headers } = this.#api.toResponse(() => respond(askedOf(request)));
    const answer = json(status, body, headers);
    const token = tokenOf(request);
    return this.switches.echoes && status >= 400 && token ? echoed(answer, token) : answer;
  }

  /** A user's actions in the dashboard while a write is on its way, whether or not it lands. */
  #peopleActBeside({ method, path, body }: ServiceRequest): void {
    const { otherPerson, verifies } = this.switches;
    const issueNumber = Number(/\/issues\/(\d+)/.exec(path)?.[1]);
    const act = (withinMs: number, what: () => unknown) =>
      this.#follow(this.#clock.sleep(this.#random.between(0, withinMs)).then(() => void what()));
    if (method === 'PATCH' && this.#random.chance(verifies)) act(4_000, () => this.verify(issueNumber));
    if (method === 'POST' && otherPerson !== 'nothing') {
      const text = otherPerson === 'the same comment' ? JSON.parse(body).content : "A person's own";
      act(3_000, () => this.comment(issueNumber, text));
    }
  }

  async #travel(): Promise<void> {
    const [least, most] = this.switches.latencyMs;
    if (most > 0) await this.#clock.sleep(this.#random.between(least, most));
  }
}

function askedOf({ method, path, headers, body, source }: ServiceRequest): ReceivedRequest {
  const [pathname = '', search] = path.split('?');
  const known = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    method,
    path: pathname,
    query: new URLSearchParams(search),
    headers: new Headers(known),
    body: new TextEncoder().encode(body),
    source,
  };
}

/** A fate that is a response. */
function answer(one: Answer): Fate {
  return { kind: 'answer', answer: one };
}
