import type { Ended } from './calls.ts';
import type { Usage } from './draw.ts';
import { stateAt } from './service/issues.ts';
import { person, type Service } from './service/service.ts';
import type { Switches } from './service/switches.ts';

/** Everything a run left behind, to be judged. */
export interface Aftermath {
  readonly switches: Switches;
  readonly usage: Usage;
  readonly service: Service;
  readonly calls: readonly Ended[];
  /** Every credential that was sent, and every text that must not show one. */
  readonly credentials: readonly string[];
  readonly texts: readonly string[];
}

/** A promise that was not kept. */
export interface Verdict {
  readonly promise: string;
  readonly what: string;
}

/** Which promises a run broke. */
export function verdicts(aftermath: Aftermath): Verdict[] {
  return [
    ...aftermath.calls.flatMap((call) => [
      ...settled(call, aftermath),
      ...(call.kind === 'comment' ? commented(call, aftermath) : []),
      ...(call.kind === 'update' ? updated(call, aftermath) : []),
      ...(call.kind === 'iterate' ? iterated(call, aftermath) : []),
    ]),
    ...counted(aftermath),
    ...shown(aftermath),
  ];
}

function* settled(call: Ended, { usage, switches, service }: Aftermath): Generator<Verdict> {
  const { n, kind, startedAt, endedAt, ending } = call;
  const took = endedAt - startedAt;
  // An iteration is a call for each page.
  const sent = service.counts.requests.filter(({ request }) => request.headers['x-call'] === String(n)).length;
  const deadline = kind === 'iterate' ? usage.deadline * (sent + 1) : usage.deadline;
  if (took > deadline + 1)
    yield { promise: 'every call settles by its deadline', what: `call ${n} (${kind}): ${took} ms` };
  if (ending.startsWith('unknown'))
    yield { promise: 'errors are the package’s own', what: `call ${n} (${kind}): ${ending}` };
  const isWhole = switches.lossRate === 0 && !switches.inFront && switches.bloat?.kind !== 'many';
  if (isWhole && ending === 'UnexpectedResponseError') {
    yield { promise: 'what the specification allows is read', what: `call ${n} (${kind}): ${call.error}` };
  }
}

/** 0 doubled, 0 lost without `mayHaveBeenApplied`. */
function* commented(call: Ended, { service, switches }: Aftermath): Generator<Verdict> {
  const { n, issueNumber, asked, ending, mayHaveBeenApplied } = call;
  const same = service.comments(issueNumber).filter(({ sent }) => sent === asked);
  const ours = same.filter(({ authorName }) => authorName !== person).length;
  const where = `call ${n}: ${ending}, stored ${ours}`;
  if (ours > 1) yield { promise: 'no comment is doubled', what: where };
  // A user's comment of the same text looks like one's own: the promise ends there.
  const mayBeAPersons = switches.otherPerson === 'the same comment';
  if (ending === 'ok' && ours === 0 && !(mayBeAPersons && same.length > 0)) {
    yield { promise: 'no comment is lost', what: where };
  }
  if (mayHaveBeenApplied === false && ours > 0) yield { promise: 'mayHaveBeenApplied is right', what: where };
}

/** A user's change is not overwritten by a repeat, and what is reported is so. */
function* updated(call: Ended, { service, switches }: Aftermath): Generator<Verdict> {
  const { n, issueNumber, asked, ending, mayHaveBeenApplied, startedAt, endedAt } = call;
  const issue = service.issues.find(issueNumber);
  const landed = issue?.states.filter(({ update }) => update === String(n)).length ?? 0;
  const where = `call ${n}: ${ending}, landed ${landed} times`;
  // A front end whose clock is more than a minute ahead of the database's: the promise ends there.
  const isFarAhead = (switches.dateSkewMs ?? 0) > 60_000;
  if (ending === 'ok' && !isFarAhead && service.counts.overwritten.has(String(n))) {
    yield { promise: 'no repeated update overwrites a person unreported', what: where };
  }
  const wasAsAsked =
    issue &&
    (stateAt(issue, startedAt).status === asked ||
      issue.states.some(({ status, at }) => status === asked && at <= endedAt));
  if (ending === 'ok' && landed === 0 && !wasAsAsked) yield { promise: 'no update is lost', what: where };
  if (mayHaveBeenApplied === false && landed > 0) yield { promise: 'mayHaveBeenApplied is right', what: where };
}

/** Every issue that was there all the time comes once, or `unstable-list` is reported. */
function* iterated(call: Ended, { service, switches }: Aftermath): Generator<Verdict> {
  const { n, ending, seen, startedAt, endedAt, toldUnstable } = call;
  if (new Set(seen).size < seen.length) yield { promise: 'no issue comes twice', what: `call ${n}: ${seen}` };
  if (ending !== 'ok' || toldUnstable) return;
  const there = service.issues.all.filter(
    ({ createdAt, leftAt }) => createdAt < startedAt - switches.readLagMs && leftAt > endedAt,
  );
  const missed = there.filter(({ number }) => !seen.includes(number)).map(({ number }) => number);
  if (missed.length > 0)
    yield { promise: 'iteration is complete or says so', what: `call ${n} missed ${missed} of ${there.length}` };
}

function* counted({ service: { counts }, switches, usage }: Aftermath): Generator<Verdict> {
  const { most401sOfOne: most } = counts;
  if (most > 4) yield { promise: 'at most 4 × 401 of one credential in 15 minutes', what: `${most} × 401` };
  // A request that arrives later than the client's own timeout can't be reckoned with.
  const latest = Math.max(switches.landsWithinMs, switches.latencyMs[1]);
  if (usage.knowsRate && latest <= usage.timeout && counts.limited > 0) {
    yield { promise: 'no 429 while one process with one window calls', what: `${counts.limited} × 429` };
  }
  const early = counts.tooEarly(waitOf(switches.dateSkewMs ?? 0));
  if (early > 0) yield { promise: 'Retry-After is waited for', what: `${early} requests too early` };
}

function waitOf(skewMs: number): (retryAfter: string, at: number) => number {
  // A date has whole seconds, and so has the `Date` it is measured against: no more than the lockout itself.
  return (value, at) => {
    const waitMs = /GMT$/.test(value) ? Date.parse(value) - skewMs - at : Number.parseFloat(value) * 1000;
    return Math.min(waitMs, 900_000) - 1;
  };
}

/** No credential in any error or event, in whatever case or in base64. */
function* shown({ credentials, texts }: Aftermath): Generator<Verdict> {
  const all = texts.join('\n').toLowerCase();
  for (const credential of credentials) {
    for (const form of [credential, btoa(credential)]) {
      if (all.includes(form.toLowerCase())) yield { promise: 'no credential is shown', what: `${form.slice(0, 12)}…` };
    }
  }
}
