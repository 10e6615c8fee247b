import { createMock, type Mock, type MockOptions, virtualClock, type World } from '@issue-tracking/mock';
import { apiRoot, type Endpoint, fillPath, scopes } from '@issue-tracking/model';

/** When the fixture's clock starts. */
export const start = '2026-05-01T12:00:00.000Z';

export const acme = '00000000-0000-4000-8000-00000000000a';
export const globex = '00000000-0000-4000-8000-00000000000b';
export const dormant = '00000000-0000-4000-8000-00000000000c';

/** A value of each path parameter, of a record below. */
const existing = { projectId: 'prj_web', issueNumber: '1' };

/** Returns the path of an endpoint below `/api`, with these parameters and otherwise those of records below. */
export function pathTo(path: Endpoint['path'], params: Partial<typeof existing> = {}): string {
  const filled = fillPath(path, { ...existing, ...params });
  if (filled.includes('{')) throw new Error(`Add an existing value to packages/mock/test/fixture.ts: ${filled}`);
  return filled.slice(apiRoot.length);
}

/** Two active organizations and an inactive one, keys with each kind of defect, and a user in all three. */
export function world(): World {
  return {
    organizations: [
      {
        id: acme,
        slug: 'acme',
        name: 'Acme',
        apiKeys: [
          { key: 'svc_acme' },
          { key: 'svc_other' },
          ...scopes.map((scope) => ({ key: `svc_only_${scope}`, scopes: [scope] })),
          { key: 'svc_none', scopes: [] },
          { key: 'svc_expired', expiresAt: '2026-05-01T11:59:59.999Z' },
          { key: 'svc_expiring', expiresAt: '2026-05-01T12:00:01.000Z' },
        ],
        projects: [
          { id: 'prj_web', slug: 'web', name: 'Web', description: 'The shop', issues: issues() },
          { id: 'prj_empty', slug: 'empty', name: 'Empty' },
        ],
      },
      {
        id: globex,
        slug: 'globex',
        name: 'Globex',
        apiKeys: [{ key: 'svc_globex' }],
        projects: [{ id: 'prj_globex', slug: 'globex', name: 'Globex', issues: [{ title: 'Theirs' }] }],
      },
      {
        id: dormant,
        slug: 'dormant',
        name: 'Dormant',
        active: false,
        projects: [{ id: 'prj_dormant', slug: 'dormant', name: 'Dormant', issues: [{ title: 'Asleep' }] }],
      },
    ],
    users: [
      {
        id: 'usr_ada',
        name: 'Ada Lovelace',
        organizations: ['acme', 'globex', 'dormant'],
        accessTokens: [{ token: 'oat_ada' }, { token: 'oat_expired', expiresAt: '2026-04-30T00:00:00.000Z' }],
      },
    ],
  };
}

/** Five issues: two with the same time, and one with all captured data. */
function issues(): NonNullable<NonNullable<NonNullable<World['organizations']>[number]['projects']>[number]['issues']> {
  return [
    {
      title: 'Checkout hangs',
      description: 'A second click on Pay',
      status: 'open',
      priority: 'high',
      labels: ['bug', 'checkout'],
      assignees: ['Grace'],
      reporterName: 'Alan',
      createdAt: '2026-04-01T10:00:00.000Z',
      updatedAt: '2026-04-05T10:00:00.000Z',
      jsErrorCount: 4,
      comments: [
        { id: 'c1', content: 'first', authorName: 'Ada', createdAt: '2026-04-02T10:00:00.000Z' },
        { id: 'c2', content: 'second', authorName: 'Grace', createdAt: '2026-04-03T10:00:00.000Z' },
      ],
      consoleLogs: [
        { level: 'error', message: 'boom', source: 'https://shop.example/app.js:1:2' },
        { level: 'warn', message: 'slow' },
        { level: 'error', message: 'again' },
        { level: 'info', message: 'ok' },
        { level: 'log', message: 'hi' },
      ],
      networkLogs: [
        { method: 'POST', url: '/pay', status: 502, duration: 12.5 },
        { url: '/cart', status: 200 },
        { url: '/missing', status: 400 },
        { url: '/moved', status: 399 },
      ],
      screenshots: [{ id: 's1', url: 'https://cdn.example/s1.png', width: 1, height: 2 }],
      techContext: { cssSelector: '#pay', elementStyles: { color: 'red' }, reactComponentTree: ['App>Pay'] },
      userActions: [
        { type: 'click', target: '#pay', text: 'Pay' },
        { type: 'hover', target: '#pay' },
      ],
    },
    {
      title: 'Search',
      description: 'ignores ÜMLAUTS',
      status: 'closed',
      priority: 'low',
      labels: ['bug'],
      createdAt: '2026-04-02T10:00:00.000Z',
    },
    { title: 'Same time', status: 'verified', priority: 'medium', createdAt: '2026-04-02T10:00:00.000Z' },
    {
      title: '100% [a-z] _',
      status: 'blocked',
      priority: 'critical',
      labels: ['checkout'],
      createdAt: '2026-03-01T10:00:00.000Z',
    },
    { title: 'Newest', status: 'open', priority: 'high', createdAt: '2026-04-09T10:00:00.000Z' },
  ];
}

/** The response to a request. */
export interface Answer {
  readonly status: number;
  /** The headers that all adapters must agree on. */
  readonly headers: Record<string, string>;
  // Tests read the members that they expect.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

const compared = ['content-type', 'retry-after', 'allow', 'www-authenticate'];

/** Reads a response. Its body is parsed if it is JSON, and a text otherwise. */
export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const headers: Record<string, string> = {};
  for (const name of compared) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return { status: response.status, headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Sends requests below `/api/v1`, with a credential unless it is `null`. */
export function client(fetcher: typeof fetch, baseUrl: string, credential: string | null = 'svc_acme') {
  async function send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (credential !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${credential}`);
    return answerOf(await fetcher(`${baseUrl}/api/v1${path}`, { ...init, method, headers }));
  }

  function write(method: string) {
    return (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send(method, path, {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      });
  }

  return {
    send,
    get: (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers }),
    patch: write('PATCH'),
    post: write('POST'),
    as: (other: string | null) => client(fetcher, baseUrl, other),
  };
}

/** Returns a mock of the fixture's world on a virtual clock, by default without a rate limit, and a client of it. */
export function service(options: MockOptions = {}): ReturnType<typeof client> & { mock: Mock } {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), rateLimit: false, ...options });
  return { mock, ...client(mock.fetch, mock.baseUrl) };
}
