import { type IssueTrackingClient, IssueTrackingError } from '@issue-tracking/sdk';
import type { Random } from '../../../../tools/testing/random.ts';
import type { Usage } from './draw.ts';
import type { Service } from './service/service.ts';
import type { SimulatedClock } from './simulated-clock.ts';

/** A client and whether the list was ever reported as unstable. */
export interface Watched {
  readonly client: IssueTrackingClient;
  readonly drifts: Set<string>;
}

/** A call that has settled. */
export interface Ended {
  readonly n: number;
  readonly kind: Kind;
  readonly issueNumber: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** `ok` or the error's name. */
  readonly ending: string;
  readonly error: unknown;
  readonly mayHaveBeenApplied: boolean | undefined;
  /** The requested effect of a comment or an update. */
  readonly asked: string;
  /** Issues that an iteration gave. */
  readonly seen: readonly number[];
  readonly toldUnstable: boolean;
}

type Kind = 'comment' | 'update' | 'get' | 'iterate' | 'wait' | 'context' | 'projects';

const kinds: readonly Kind[] = [
  'comment',
  'comment',
  'comment',
  'update',
  'update',
  'update',
  'get',
  'iterate',
  'wait',
  'context',
  'projects',
];

/** Texts that a service may keep in another form. */
const texts: readonly ((id: string) => string)[] = [
  (id) => `plain ${id}`,
  (id) => `  blanks ${id}\n`,
  (id) => `lines\r\n${id}\r\n`,
  (id) => `Cafe\u0301 ${id}`,
  (id) => `<b>"${id}" & more</b>`,
  (id) => `zero\u200bwidth\ufeff ${id}`,
];

interface Beginning {
  readonly n: number;
  readonly random: Random;
  readonly clock: SimulatedClock;
  readonly service: Service;
  readonly usage: Usage;
  readonly client: Watched;
}

/** Begins one call, some time later. Always resolves. */
export async function begin({
  n,
  random,
  clock,
  service,
  usage,
  client: { client, drifts },
}: Beginning): Promise<Ended> {
  const drawn = random.pick(kinds);
  // Each update has an issue of its own, so that a second one is not taken for a user.
  const kind = drawn === 'update' && n >= usage.issues ? 'get' : drawn;
  const issueNumber = kind === 'update' ? n + 1 : 1 + random.below(usage.issues);
  const content = random.pick(texts)(`call-${n}`);
  const status = random.pick(['fix_submitted', 'in_progress'] as const);
  const onLostResponse = random.pick(['check', 'check', 'fail'] as const);
  const aborting = random.chance(0.05) ? new AbortController() : undefined;
  await clock.sleep(random.below(usage.withinMs));
  const startedAt = clock.now();
  if (aborting) void clock.sleep(random.between(0, 10_000)).then(() => aborting.abort());
  const options = { headers: { 'x-call': String(n) }, ...(aborting && { signal: aborting.signal }) };
  const { issues, projects } = client;
  const ended = { n, kind, issueNumber, startedAt, asked: kind === 'comment' ? content : status };
  const seen: number[] = [];
  drifts.delete('unstable-list');
  try {
    if (kind === 'comment') {
      await issues.comments.create('prj_web', issueNumber, { content }, { ...options, onLostResponse });
    }
    if (kind === 'update') await issues.update('prj_web', issueNumber, { status }, options);
    if (kind === 'get') await issues.get('prj_web', issueNumber, options);
    if (kind === 'iterate') {
      for await (const issue of issues.list('prj_web', { limit: usage.pageSize }, options))
        seen.push(issue.issueNumber);
    }
    if (kind === 'wait') {
      void clock.sleep(random.between(0, 20_000)).then(() => service.verify(issueNumber));
      await issues.waitFor('prj_web', issueNumber, { status: 'verified' }, { ...options, deadline: usage.deadline });
    }
    if (kind === 'context') await issues.context('prj_web', issueNumber, options);
    if (kind === 'projects') await projects.list({}, options);
    const rest = { ending: 'ok', error: undefined, mayHaveBeenApplied: undefined };
    return { ...ended, ...rest, endedAt: clock.now(), seen, toldUnstable: drifts.has('unstable-list') };
  } catch (error) {
    const ours = error instanceof IssueTrackingError;
    const ending = ours ? error.name : `unknown: ${error}`;
    const mayHaveBeenApplied = ours ? error.mayHaveBeenApplied : undefined;
    return { ...ended, ending, error, mayHaveBeenApplied, endedAt: clock.now(), seen, toldUnstable: true };
  }
}
