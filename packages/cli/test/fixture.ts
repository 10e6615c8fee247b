import { type Behavior, createMock, type Mock, virtualClock, type World } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { key } from '../../../tools/spec-service/data.ts';
import { SpecService } from '../../../tools/spec-service/service.ts';
import { main } from '../src/main.ts';
import type { StopSignal } from '../src/platform/stop-signals.ts';

export const apiKey = 'svc_test_key';
export const now = '2026-11-02T09:00:00.000Z';

/** Five projects; 40 issues with everything captured, some of the same time, some with values missing. */
function richWorld(): World {
  const [organization] = demoWorld().organizations ?? [];
  const [first, ...others] = organization?.projects ?? [];
  if (!first) throw new Error('the demo has no project');
  const all = (organization?.projects ?? []).flatMap(({ issues = [] }) => issues);
  const numbered = (some: typeof all) => some.map((issue, i) => ({ ...issue, issueNumber: i + 1 }));
  const issues = numbered(all.slice(0, 40));
  const [one, two] = issues;
  if (one) one.status = 'open';
  for (const issue of issues)
    if (issue.screenshots?.length === 1) issue.screenshots.push(laterOf(issue.screenshots[0]));
  const twin = {
    title: 'Twin of the second',
    description: '',
    assigneeName: '',
    reporterName: '',
    createdAt: two?.createdAt,
  };
  const more = ['four', 'five'].map((id, i) => ({
    id,
    slug: id,
    name: id,
    createdAt: `2026-11-0${i + 1}T00:00:00.000Z`,
  }));
  const projects = [
    { ...first, issues: [...issues, { ...twin, issueNumber: 900 }] },
    ...others.map((project, i) => ({ ...project, issues: numbered(all.slice(-3 * (i + 1))) })),
    ...more,
  ];
  const id = '11111111-1111-4111-8111-111111111111';
  return { organizations: [{ id, slug: 'acme', name: 'Acme', projects, apiKeys: [{ key: apiKey }] }] };
}

type Shot = NonNullable<
  NonNullable<
    NonNullable<NonNullable<World['organizations']>[number]['projects']>[number]['issues']
  >[number]['screenshots']
>[number];

function laterOf(shot: Shot | undefined): Shot {
  const at = Date.parse(shot?.createdAt ?? now) + 1000;
  return { ...(shot as Shot), id: `${shot?.id}-2`, createdAt: new Date(at).toISOString() };
}

/** One project with one issue, with nothing more than it must have. */
export function sparseWorld(): World {
  const project = { id: 'prj_web', slug: 'w', name: 'W', issues: [{ title: 'Slow' }] };
  const id = '22222222-2222-4222-8222-222222222222';
  return { organizations: [{ id, slug: 'a', name: 'A', projects: [project], apiKeys: [{ key: apiKey }] }] };
}

/** Created once, which takes longer than most tests. */
const rich = richWorld();

export const worlds = { rich: () => structuredClone(rich), sparse: sparseWorld };

/** Creates a mock for a run. */
export function serviceOf(world: World, behavior: Partial<Behavior> = {}): Mock {
  return createMock({ world, behavior, clock: virtualClock({ now, auto: true }) });
}

/** The result of a run. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

interface RunOptions {
  readonly fetch?: typeof fetch;
  readonly terminal?: boolean;
  readonly columns?: number;
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  /** Called with each text written to standard error. */
  readonly onError?: (text: string) => void;
  /** Called with the function that ends the command. */
  readonly onStart?: (stop: (signal?: StopSignal) => void) => void;
}

/** The service and its clock for a run. */
interface TestTarget {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly clock: Mock['clock'];
}

/** Runs the command against a mock. */
export function run(mock: Mock, argv: string[], options: RunOptions = {}): Promise<Ran> {
  return runOn(mock, argv, options);
}

/** Creates a conforming service with its own clock. */
export function specService(): Spec {
  const clock = virtualClock({ now, auto: true });
  return { service: new SpecService(() => clock.now()), clock, delay: async () => {} };
}

interface Spec {
  readonly service: SpecService;
  readonly clock: Mock['clock'];
  /** Delays each request. */
  delay: () => Promise<void>;
}

/** Runs the command against the implementation that was written from the specification. */
export function runOnSpec(spec: Spec, argv: string[], { env, ...options }: RunOptions = {}): Promise<Ran> {
  const { service, clock } = spec;
  const { baseUrl } = service;
  const held: typeof fetch = async (input, init) => {
    await spec.delay();
    return clock.hold(() => service.fetch(input, init));
  };
  return runOn({ baseUrl, fetch: held, clock }, argv, {
    ...options,
    env: { ISSUE_TRACKING_API_KEY: key, ...env },
  });
}

async function runOn(target: TestTarget, argv: string[], options: RunOptions): Promise<Ran> {
  const { fetch = target.fetch, terminal = false, columns, env = {}, stdin = '', onError, onStart } = options;
  let out = '';
  let error = '';
  const code = await main(argv, {
    out: (text) => {
      out += text;
    },
    error: (text) => {
      onError?.(text);
      error += text;
    },
    terminal: { out: terminal, error: terminal, columns },
    env: { ISSUE_TRACKING_BASE_URL: target.baseUrl, ISSUE_TRACKING_API_KEY: apiKey, ...env },
    stdin: async () => stdin,
    onStop: (listener) => onStart?.(listener),
    fetch,
    clock: target.clock,
  });
  return { code, out, error };
}

/** The flags that allow writing to an issue. */
export const onIssue = (number = 1) => ['--project', 'prj_web', '--issue', String(number), '--write'];
