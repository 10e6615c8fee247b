// biome-ignore-all lint/suspicious/noAssignInExpressions: a defect is an assignment and nothing else.
import type { Mock } from '@issue-tracking/mock';

/** What a defect may do: answer by itself, send something else, or change the answer. */
interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly headers: Headers;
}

interface Answer {
  status: number;
  // What a defect changes is what it knows to be there.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  json: any;
  headers: Record<string, string>;
}

export interface Defect {
  readonly name: string;
  readonly rule: string;
  /** Changes the address or body that the service sees. */
  readonly before?: (url: URL, request: Request) => string | undefined;
  /** Changes its answer. */
  readonly after?: (answer: Answer, request: Request) => void;
}

const isList = ({ path, method }: Request) => method === 'GET' && /\/issues$/.test(path);
const isIssue = ({ path, method }: Request) => method === 'GET' && /\/issues\/\d+$/.test(path);
const isProjects = ({ path }: Request) => path.endsWith('/projects');
const isPatch = ({ method }: Request) => method === 'PATCH';
const isPost = ({ method }: Request) => method === 'POST';
const ends =
  (segment: string) =>
  ({ path }: Request) =>
    path.endsWith(`/${segment}`);

/** Changes each success of some requests. */
function changed(
  name: string,
  rule: string,
  is: (request: Request) => boolean,
  change: (answer: Answer, request: Request) => void,
): Defect {
  return {
    name,
    rule,
    after: (answer, request) => void (answer.status < 300 && is(request) && change(answer, request)),
  };
}

/** Ignores a query parameter. */
function ignored(rule: string, is: (request: Request) => boolean, ...names: string[]): Defect {
  return {
    name: `${names.join(' and ')} ignored`,
    rule,
    before: (url, request) => {
      if (is(request)) for (const name of names) url.searchParams.delete(name);
      return undefined;
    },
  };
}

/** Accepts what it should refuse. */
function accepted(name: string, rule: string, is: (request: Request) => boolean, data: unknown = {}): Defect {
  return {
    name,
    rule,
    after: (answer, request) => {
      if (answer.status >= 400 && is(request)) Object.assign(answer, { status: 200, json: { data } });
    },
  };
}

/** Has a wrong answer to what it refuses. */
function refused(name: string, rule: string, status: number, change: (answer: Answer) => void): Defect {
  return { name, rule, after: (answer) => void (answer.status === status && change(answer)) };
}

const each =
  (change: (entry: Record<string, unknown>) => void) =>
  ({ json }: Answer) =>
    void json.data.forEach(change);
const without = (member: string) => each((entry) => void delete entry[member]);
const hasStatus =
  (status: string) =>
  ({ body }: Request) =>
    body.includes(`"status":"${status}"`);

/** Each breaks one rule, and is to be found as a breach of it. */
export const defects: readonly Defect[] = [
  changed('projects without slug', 'RES-1', isProjects, without('slug')),
  changed(
    'organization ids that are no uuids',
    'RES-1',
    isProjects,
    each((project) => void (project['organizationId'] = 7)),
  ),
  changed('a total below the number of projects', 'EP-1', isProjects, ({ json }) => void (json.total = 0)),
  changed('projects that are no list', 'EP-1', isProjects, (answer) => void (answer.json.data = {})),
  changed("another organization's project", 'EP-2', isProjects, ({ json }) => {
    const [project] = json.data;
    if (project) json.data.push({ ...project, id: 'prj_x', organizationId: '99999999-9999-4999-8999-999999999999' });
    json.total = json.data.length;
  }),
  ignored('EP-4', isProjects, 'organizationSlug'),
  ignored('EP-4', isProjects, 'organizationId'),
  changed('list items without title', 'RES-2', isList, without('title')),
  changed('list items without updatedAt', 'RES-2', isList, without('updatedAt')),
  changed(
    'numbers as texts',
    'RES-2',
    isList,
    each((item) => void (item['issueNumber'] = String(item['issueNumber']))),
  ),
  changed(
    'times in seconds',
    'GEN-4',
    isList,
    each((item) => void (item['createdAt'] = '2026-10-01T09:00:00Z')),
  ),
  changed(
    'times of another zone',
    'GEN-4',
    isIssue,
    ({ json }) => void (json.data.updatedAt = '2026-10-01T09:00:00.000+02:00'),
  ),
  changed('a wrong total', 'EP-5', isList, (answer, { query }) => void (query.size > 1 && answer.json.total++)),
  changed('a wrong totalPages', 'EP-5', isList, ({ json }) => void json.totalPages++),
  changed('a wrong page', 'EP-5', isList, ({ json }) => void (json.page = 0)),
  ignored('EP-5', isList, 'page'),
  ...['status', 'priority', 'label', 'q'].map((name) => ignored('EP-6', isList, name)),
  changed(
    'a filter that finds nothing',
    'EP-6',
    isList,
    ({ json }, { query }) => void (query.has('status') && Object.assign(json, { data: [], total: 0, totalPages: 0 })),
  ),
  {
    name: 'filters that exclude one another',
    rule: 'EP-6',
    before: (url) => void (url.searchParams.has('status') && url.searchParams.delete('priority')),
  },
  {
    name: '50 to a page',
    rule: 'EP-7',
    before: (url, request) =>
      void (isList(request) && !url.searchParams.has('limit') && url.searchParams.set('limit', '50')),
  },
  {
    name: 'a limit above 100',
    rule: 'EP-7',
    before: (url) => void (url.searchParams.get('limit') === '101' && url.searchParams.set('limit', '100')),
  },
  {
    name: 'a limit of 0',
    rule: 'EP-7',
    before: (url) => void (url.searchParams.get('limit') === '0' && url.searchParams.delete('limit')),
  },
  {
    name: 'a page 0',
    rule: 'EP-7',
    before: (url) => void (url.searchParams.get('page') === '0' && url.searchParams.delete('page')),
  },
  changed('an unknown status', 'STA-1', isList, ({ json }) => void (json.data[0] && (json.data[0].status = 'triaged'))),
  changed(
    'an unknown priority',
    'STA-2',
    isList,
    ({ json }) => void (json.data[0] && (json.data[0].priority = 'urgent')),
  ),
  changed('issues without counts', 'RES-3', isIssue, ({ json }) => void delete json.data.metadataSummary),
  changed('labels that are no list', 'RES-3', isIssue, ({ json }) => void (json.data.labels = 'bug')),
  changed('a count too many', 'RES-4', isIssue, ({ json }) => void json.data.metadataSummary.userActionCount++),
  changed('errors miscounted', 'RES-4', isIssue, ({ json }) => void (json.data.metadataSummary.consoleErrorCount = 77)),
  changed('another issue', 'EP-8', isIssue, ({ json }) => void json.data.issueNumber++),
  accepted('an issue that is not there', 'EP-8', ({ path }) => /\/issues\/\d{7,}$/.test(path), null),
  changed(
    'comments without id',
    'RES-5',
    ends('comments'),
    ({ json }) =>
      void (
        Array.isArray(json.data) && json.data.forEach((comment: object) => void Reflect.deleteProperty(comment, 'id'))
      ),
  ),
  changed('comments without a total', 'EP-11', ends('comments'), ({ json }) => void delete json.total),
  changed('console entries without level', 'RES-6', ends('console-logs'), without('level')),
  ignored('EP-13', ends('console-logs'), 'level'),
  changed(
    'a network status as text',
    'RES-7',
    ends('network-logs'),
    each((entry) => void (entry['status'] = String(entry['status']))),
  ),
  changed('network entries without a total', 'EP-14', ends('network-logs'), ({ json }) => void delete json.total),
  changed('screenshots without url', 'RES-8', ends('screenshots'), without('url')),
  changed(
    'a bare list of screenshots',
    'EP-15',
    ends('screenshots'),
    (answer) => void (answer.json = answer.json.data),
  ),
  changed(
    'a technical context of texts',
    'RES-9',
    ends('tech-context'),
    ({ json }) => void (json.data.viewportSize = '1x1'),
  ),
  changed('a technical context with a total', 'EP-16', ends('tech-context'), ({ json }) => void (json.total = 1)),
  changed('actions without type', 'RES-10', ends('user-actions'), without('type')),
  changed('a total of actions as text', 'EP-17', ends('user-actions'), ({ json }) => void (json.total = 'many')),
  accepted('no need of a key', 'AUTH-3', ({ headers }) => !headers.has('authorization'), []),
  refused('403 for a missing key', 'AUTH-3', 401, (answer) => void (answer.status = 403)),
  refused('errors in a member `message`', 'ERR-1', 404, (answer) => void (answer.json = { message: 'no' })),
  refused('no details', 'ERR-2', 400, ({ json }) => void delete json.details),
  refused('another text for invalid input', 'ERR-2', 400, ({ json }) => void (json.error = 'Bad request')),
  refused('another text for a project', 'ERR-3', 404, ({ json }) => void (json.error = 'Not here')),
  refused('403 for an unknown project', 'ERR-3', 404, (answer) => void (answer.status = 403)),
  accepted(
    'an unknown status in a filter',
    'ERR-4',
    (request) => isList(request) && request.query.get('status')?.startsWith('q') === true,
    [],
  ),
  accepted('an unknown level', 'ERR-4', ({ query }) => query.has('level'), []),
  changed('no envelope', 'GEN-5', ends('tech-context'), (answer) => void (answer.json = answer.json.data)),
  changed('HTML', 'GEN-2', isIssue, (answer) => void (answer.headers['content-type'] = 'text/html')),
  accepted('any content type', 'GEN-3', ({ headers }) => headers.get('content-type') === 'text/plain'),
  accepted('broken JSON', 'ERR-4', ({ body }) => body === '{"priority":'),
  changed('a change that is not kept', 'EP-9', isIssue, ({ json }) => void (json.data.priority = 'critical')),
  changed('a change without updatedAt', 'EP-9', isPatch, ({ json }) => void delete json.data.updatedAt),
  changed('a change of another issue', 'EP-9', isPatch, ({ json }) => void json.data.issueNumber++),
  refused('422 for a wrong value', 'EP-10', 400, (answer) => void (answer.status = 422)),
  refused('values that are not named', 'EP-10', 400, ({ json }) =>
    json.details?.forEach((detail: { message: string }) => void (detail.message = 'wrong')),
  ),
  changed(
    'an updatedAt that stays',
    'STA-4',
    isPatch,
    ({ json }) => void (json.data.updatedAt = '2020-01-01T00:00:00.000Z'),
  ),
  changed('the old status in the answer', 'STA-4', isPatch, ({ json }) => void (json.data.status = 'open')),
  {
    name: 'verified for everybody',
    rule: 'STA-5',
    before: (_url, request) => (hasStatus('verified')(request) ? '{"status":"blocked"}' : undefined),
  },
  {
    name: 'closed for everybody',
    rule: 'STA-6',
    before: (_url, request) => (hasStatus('closed')(request) ? '{"status":"blocked"}' : undefined),
  },
  changed('a comment without content', 'EP-12', isPost, ({ json }) => void delete json.data.content),
  changed('204 for a comment', 'EP-12', isPost, (answer) => void (answer.status = 202)),
  accepted('a comment without its content', 'EP-12', isPost),
];

/** The mock's `fetch`, with a defect. */
export function withDefect(mock: Mock, { before, after }: Defect): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(String(input));
    const sent = typeof init.body === 'string' ? init.body : '';
    const method = init.method ?? 'GET';
    const request = {
      method,
      path: url.pathname,
      query: new URLSearchParams(url.search),
      body: sent,
      headers: new Headers(init.headers),
    };
    const body = before?.(url, request) ?? init.body;
    const response = await mock.fetch(url, { ...init, ...(body !== undefined && { body }) });
    const text = await response.text();
    const answer: Answer = {
      status: response.status,
      json: JSON.parse(text || 'null'),
      headers: Object.fromEntries(response.headers),
    };
    after?.(answer, request);
    return new Response(method === 'HEAD' ? null : JSON.stringify(answer.json), {
      status: answer.status,
      headers: answer.headers,
    });
  };
}
