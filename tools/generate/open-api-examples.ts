/** The examples of the OpenAPI document: requests to a mock with the demo world, and its responses. */
import { createMock, type Mock, virtualClock } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import {
  captured,
  capturedNames,
  type Endpoint,
  endpoints,
  type Issue,
  type IssueListItem,
  type Project,
} from '@issue-tracking/model';
import type { ErrorExample, Examples, OperationExample } from '../../packages/model/src/open-api/examples.ts';

const now = '2026-11-02T09:00:00.000Z';
const projectId = 'prj_web';
const listPath = `/api/v1/projects/${projectId}/issues`;

const bodies: Readonly<Record<string, object>> = {
  'issues.update': { status: 'fix_submitted', priority: 'high' },
  'issues.comments.create': { content: 'Fixed in 4.2.1. Could you look again?' },
};

interface Request {
  readonly method?: string;
  readonly path: string;
  readonly body?: object | undefined;
  /** The demo's first key by default; `null` sends none. */
  readonly credential?: string | null;
}

/** Records the examples. The same demo world always gives the same examples. */
export async function recordExamples(): Promise<Examples> {
  const mock = createMock({ world: demoWorld(), clock: virtualClock({ now }), rateLimit: false });
  captureMissing(mock);
  const issue = await findIssue(mock);
  const values = await filtersFor(mock, issue);
  const operations: Record<string, OperationExample> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const { method, path } = endpoint;
    const params = { ...firstIds(path, operations), projectId, issueNumber: issue.issueNumber };
    const query = picked(endpoint.query.def.shape, values);
    const body = bodies[name];
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const { status, json } = await send(mock, { method, path: `${filled(path, params)}?${search}`, body });
    if (status >= 300) throw new Error(`The example of ${name} returned ${status}: ${JSON.stringify(json)}`);
    const sent = { params: picked(endpoint.params.def.shape, params), query, ...(body && { body }) };
    operations[name] = { ...sent, status, ...(endpoint.response && { response: withFileHost(json) }) };
  }
  return { operations, errors: await recordErrors(mock, `${listPath}/${issue.issueNumber}`) };
}

/** Returns an example of each parameter that identifies an entry of a list: the `id` of the first in the list's own example. */
function firstIds(path: Endpoint['path'], operations: Readonly<Record<string, OperationExample>>) {
  const found: Record<string, string> = {};
  for (const [name, list] of Object.entries<Endpoint>(endpoints)) {
    const [segment, param = ''] = /^\/\{(\w+)\}/.exec(path.slice(list.path.length)) ?? [];
    const [entry] = [operations[name]?.response?.data].flat() as { readonly id?: string }[];
    if (segment && path.startsWith(list.path) && entry?.id) found[param] = entry.id;
  }
  return found;
}

/** Adds an entry of defaults for each part that no issue of the demo has: a new endpoint has an example at once. */
function captureMissing({ world }: Mock): void {
  const issues = world.issues.find();
  for (const name of capturedNames) {
    const isCaptured = issues.some((issue) => (Array.isArray(issue[name]) ? issue[name].length > 0 : issue[name]));
    if (!isCaptured) world.issues.update(() => true, { [name]: captured[name].many ? [{}] : {} });
  }
}

/** Replaces the demo's embedded screenshots by addresses of a file host, as a service has them. */
function withFileHost(json: object): OperationExample['response'] {
  let pictures = 0;
  return JSON.parse(JSON.stringify(json), (_name, value) =>
    typeof value === 'string' && value.startsWith('data:image/')
      ? `https://cdn.example/screenshots/${++pictures}.png`
      : value,
  );
}

/** Returns the issue with the shortest examples, of those with an assignee and with entries of each kind. */
async function findIssue(mock: Mock): Promise<IssueListItem> {
  const { data } = await read<IssueListItem[]>(mock, `${listPath}?status=in_progress&limit=100`);
  const captured = Object.values<Endpoint>(endpoints).filter(({ path }) => path.includes('{issueNumber}/'));
  const found: { issue: IssueListItem; length: number }[] = [];
  for (const issue of data) {
    const { data: whole } = await read<Issue>(mock, `${listPath}/${issue.issueNumber}`);
    const paths = captured.map(({ path }) => filled(path, { projectId, issueNumber: issue.issueNumber }));
    const parts = await Promise.all(paths.map((path) => read<unknown>(mock, path)));
    const isFull = whole.assigneeName !== '' && whole.labels.length > 0 && parts.every(({ total }) => total !== 0);
    // The first user action must have the optional `text`, so that the example shows this member.
    const [action] = parts
      .flatMap(({ data }) => (Array.isArray(data) ? data : []))
      .filter((entry) => 'target' in entry);
    if (isFull && action?.text) found.push({ issue, length: JSON.stringify(parts).length });
  }
  const [best] = found.toSorted((one, other) => one.length - other.length);
  if (!best) throw new Error('The demo world has no issue with labels, an assignee and entries of each kind');
  return best.issue;
}

/** Returns values of query parameters that find the issue, its project and its captured data. */
async function filtersFor(mock: Mock, issue: IssueListItem): Promise<Record<string, string | number>> {
  const { data: projects } = await read<Project[]>(mock, '/api/v1/projects');
  const { data: logs } = await read<{ level: string }[]>(mock, `${listPath}/${issue.issueNumber}/console-logs`);
  const q = issue.title.split(' ').toSorted((one, other) => other.length - one.length)[0] ?? '';
  const { status, priority, labels: [label = ''] = [] } = issue;
  const organizationSlug = projects[0]?.organizationSlug ?? '';
  return { organizationSlug, status, priority, q, label, page: 1, limit: 2, level: logs[0]?.level ?? '' };
}

/** Records at least one error for each status that an operation can fail with. */
async function recordErrors(mock: Mock, issue: string): Promise<Examples['errors']> {
  const { data: projects } = await read<Project[]>(mock, '/api/v1/projects');
  const [{ organizationId = '', organizationSlug = '' } = {}] = projects;
  const both = `organizationSlug=${organizationSlug}&organizationId=${organizationId}`;
  const requests: Record<string, Request & { readonly summary: string; readonly fault?: number }> = {
    range: { summary: 'A parameter out of its range', path: `${listPath}?limit=101` },
    enumeration: { summary: 'A value that is not allowed', method: 'PATCH', path: issue, body: { status: 'done' } },
    member: { summary: 'A member that is missing', method: 'POST', path: `${issue}/comments`, body: {} },
    bothFilters: { summary: 'Both organization filters', path: `/api/v1/projects?${both}` },
    credential: { summary: 'No credential', path: issue, credential: null },
    scope: {
      summary: 'A credential without the scope',
      method: 'PATCH',
      path: issue,
      body: { status: 'open' },
      credential: 'svc_acme_read_only',
    },
    status: { summary: 'A status that only users set', method: 'PATCH', path: issue, body: { status: 'verified' } },
    project: { summary: 'No such project', path: '/api/v1/projects/prj_nothing/issues' },
    issue: { summary: 'No such issue', path: `${listPath}/999999` },
    method: { summary: 'A method that the path does not have', method: 'DELETE', path: issue },
    unprocessable: { summary: 'An unprocessable request', path: issue, fault: 422 },
    rate: { summary: 'Too many requests', path: issue, fault: 429 },
    failure: { summary: 'A failure of the service', path: issue, fault: 500 },
  };
  const errors: Record<string, Record<string, ErrorExample>> = {};
  for (const [name, { summary, fault, ...request }] of Object.entries(requests)) {
    if (fault) mock.faults.add({ status: fault });
    const { status, json } = await send(mock, request);
    errors[status] = { ...errors[status], [name]: { summary, value: json } };
  }
  return errors;
}

async function send(mock: Mock, { method = 'GET', path, body, credential = 'svc_acme_demo' }: Request) {
  const headers = new Headers(credential === null ? {} : { authorization: `Bearer ${credential}` });
  if (body) headers.set('content-type', 'application/json');
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await mock.fetch(`${mock.baseUrl}${path}`, init);
  const json: object = JSON.parse((await response.text()) || '{}');
  return { status: response.status, json };
}

async function read<Data>(mock: Mock, path: string): Promise<{ data: Data; total?: number }> {
  const { json } = await send(mock, { path });
  // The cast is safe because the mock's own tests check these responses.
  return json as { data: Data; total?: number };
}

function filled(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(params[name]));
}

/** Returns the values that a schema names. */
function picked<Value>(shape: object, values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in shape));
}
