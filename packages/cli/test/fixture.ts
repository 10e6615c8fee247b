import { createMock, type Mock, type Readings, virtualClock, type World } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { main } from '../src/main.ts';

export const apiKey = 'svc_test_key';
export const now = '2026-11-02T09:00:00.000Z';

/** Three projects; 40 issues with everything captured, some of the same time, some with values missing. */
function richWorld(): World {
  const [organization] = demoWorld().organizations ?? [];
  const all = (organization?.projects ?? []).flatMap(({ issues = [] }) => issues);
  const projects = (organization?.projects ?? []).map((project, i) => {
    const issues = i === 0 ? all.slice(0, 40).map((issue, j) => ({ ...issue, issueNumber: j + 1 })) : all.slice(-3 * i);
    if (issues[0]) issues[0].status = 'open';
    const [{ createdAt } = {}] = issues;
    const twin = { title: 'Twin of the first', description: '', assigneeName: '', reporterName: '', createdAt };
    return { ...project, issues: i === 0 ? [...issues, { ...twin, issueNumber: 900 }] : issues };
  });
  return {
    organizations: [
      {
        id: '11111111-1111-4111-8111-111111111111',
        slug: 'acme',
        name: 'Acme',
        projects,
        apiKeys: [{ key: apiKey }],
      },
    ],
  };
}

/** One project with one issue, with nothing more than it must have. */
export function sparseWorld(): World {
  const project = { id: 'prj_web', slug: 'w', name: 'W', issues: [{ title: 'Slow' }] };
  const id = '22222222-2222-4222-8222-222222222222';
  return { organizations: [{ id, slug: 'a', name: 'A', projects: [project], apiKeys: [{ key: apiKey }] }] };
}

/** Made once: that takes longer than most tests. */
const rich = richWorld();

export const worlds = { rich: () => structuredClone(rich), sparse: sparseWorld };

/** A service to be measured. */
export function serviceOf(world: World, readings: Partial<Readings> = {}): Mock {
  return createMock({ world, readings, clock: virtualClock({ now, auto: true }) });
}

/** What a run of the command came to. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

interface Surroundings {
  readonly fetch?: typeof fetch;
  readonly terminal?: boolean;
  readonly columns?: number;
  readonly env?: Record<string, string>;
  /** Told what is written to standard error, at once. */
  readonly onError?: (text: string) => void;
  /** Given how to end the command. */
  readonly onStart?: (stop: () => void) => void;
}

/** Runs the command against a mock. */
export async function run(mock: Mock, argv: string[], surroundings: Surroundings = {}): Promise<Ran> {
  const { fetch = mock.fetch, terminal = false, columns, env = {}, onError, onStart } = surroundings;
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
    env: { ISSUE_TRACKING_BASE_URL: mock.baseUrl, ISSUE_TRACKING_API_KEY: apiKey, ...env },
    onStop: (listener) => onStart?.(listener),
    fetch,
    clock: mock.clock,
    mock: async () => 0,
  });
  return { code, out, error };
}

/** The flags that allow writing to an issue. */
export const onIssue = (number = 1) => ['--project', 'prj_web', '--issue', String(number), '--write'];
