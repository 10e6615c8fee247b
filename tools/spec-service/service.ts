import {
  type Data,
  richData,
  type StoredComment,
  type StoredCredential,
  type StoredIssue,
  type StoredProject,
} from './data.ts';
import { ErrorResponse, invalid, type Json, type ReceivedRequest, readRequest, type SpecResponse } from './wire.ts';

type Entry = Record<string, unknown>;
type Captured = 'console-logs' | 'network-logs' | 'screenshots' | 'user-actions';

interface FailedAuthentication {
  readonly at: number;
  /** Credential. */
  readonly shown: string;
  readonly source: string;
}

/**
 * The Issue Tracking Public API v1, written from its specification alone. Tests replace members to break one rule, or to choose
 * a behavior that the specification leaves open.
 */
export class SpecService {
  readonly baseUrl = 'https://tracker.example/issues';
  readonly data: Data;
  /** All received requests, with the status of each response. */
  readonly log: { method: string; path: string; status: number }[] = [];
  now: () => number;

  constructor(now: () => number, data = richData()) {
    this.now = now;
    this.data = data;
  }

  // States (3)
  statuses = ['open', 'in_progress', 'blocked', 'fix_submitted', 'verified', 'closed'];
  settable = ['open', 'in_progress', 'blocked', 'fix_submitted'];
  priorities = ['low', 'medium', 'high', 'critical'];
  levels = ['error', 'warn', 'info', 'log'];
  // Limits (8)
  page = { standard: 20, most: 100 };
  rate = { requests: 100, windowMs: 60_000 };
  failures = { most: 5, windowMs: 900_000 };
  // Left open by the specification.
  order = (a: StoredIssue, b: StoredIssue) => b.createdAt - a.createdAt || b.number - a.number;
  commentStatus = 201;
  textOfComment = (content: string) => content;
  authorOf = (credential: StoredCredential) => `${credential.organizations[0]?.name} API`;
  rejectedStatus = (status: string) => new ErrorResponse(403, { error: `${status} is set by people` });

  /** The `fetch` of clients of the service. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = await readRequest(new Request(input, init), this.baseUrl);
    const response = this.sent(this.handle(request), request);
    this.log.push({ method: request.method, path: request.path, status: response.status });
    const headers = { 'content-type': 'application/json', ...response.headers };
    const isEmpty = request.method === 'HEAD' || response.status === 204;
    return new Response(isEmpty ? null : this.bytes(response.json), {
      status: response.status,
      headers,
    });
  };
  /** Changes a finished response, in tests. */
  sent = (response: SpecResponse, _request: ReceivedRequest) => response;
  bytes = (json: Json): string | Uint8Array<ArrayBuffer> => (typeof json === 'string' ? json : JSON.stringify(json));

  handle = (request: ReceivedRequest): SpecResponse => this.toResponse(() => this.serve(request, this.admit(request)));
  /** Converts a function's result or error to a response. */
  toResponse(respond: () => Json): SpecResponse {
    try {
      const { status = 200, ...json } = respond();
      return { status, json, headers: {} };
    } catch (error) {
      if (!(error instanceof ErrorResponse)) throw error;
      return { status: error.status, json: error.json, headers: error.headers };
    }
  }

  /** Authenticates and counts a request. */
  admit(request: ReceivedRequest): StoredCredential {
    const credential = this.authenticate(request);
    this.count(request);
    return credential;
  }

  prefix = '/api/v1';

  serve(request: ReceivedRequest, credential: StoredCredential): Json {
    const { method, path } = request;
    const [empty, first, projectId = '', issues, number, part, ...more] = path.slice(this.prefix.length).split('/');
    const isKnown = path.startsWith(this.prefix) && empty === '' && first === 'projects' && more.length === 0;
    if (!isKnown || (projectId && issues !== 'issues')) throw new ErrorResponse(404, { error: 'Not found' });
    const isRead = method === 'GET' || method === 'HEAD';
    if (!projectId && isRead) {
      this.allow(credential, 'projects:read', request);
      return this.listProjects(credential, request.query);
    }
    this.allow(credential, isRead ? 'issues:read' : 'issues:write', request);
    if (number === undefined && isRead) return this.listIssues(this.project(credential, projectId), request.query);
    const issue = () => this.issue(this.project(credential, projectId), decodeURIComponent(number ?? ''));
    if (part === undefined && isRead) return this.getIssue(issue());
    if (part === undefined && method === 'PATCH') return this.update(issue, this.body(request));
    if (part === 'comments' && method === 'POST') return this.addComment(issue, this.body(request), credential);
    if (part === 'comments' && isRead) return this.listComments(issue());
    if (part === 'tech-context' && isRead) return this.techContext(issue());
    if (part !== undefined && part in this.captured && isRead)
      return this.listCaptured(issue(), part as Captured, request.query);
    throw new ErrorResponse(part === undefined ? 405 : 404, { error: 'Not found' });
  }

  // Authentication (5)
  /** Failed authentications (8). */
  readonly failed: FailedAuthentication[] = [];
  authenticate = ({ headers, source = '' }: ReceivedRequest): StoredCredential => {
    const [, shown = ''] = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '') ?? [];
    const now = this.now();
    const one = { at: now, shown, source };
    const credential = this.accepted(shown);
    const recent = this.failed.filter((other) => other.at > now - this.failures.windowMs && this.isSame(one, other));
    if (recent.length >= this.failures.most && (!credential || this.lockoutStopsAll))
      throw this.lockedOut((recent[0]?.at ?? now) + this.failures.windowMs - now);
    if (credential) return credential;
    this.failed.push(one);
    throw this.unauthenticated(shown);
  };
  accepted = (shown: string): StoredCredential | undefined => {
    const credential = this.data.credentials.get(shown);
    return (credential?.expiresAt ?? Number.POSITIVE_INFINITY) > this.now() ? credential : undefined;
  };
  unauthenticated = (_shown: string) => new ErrorResponse(401, { error: 'Who is there?' });
  /** Returns whether two failed authentications count together. */
  isSame = (one: FailedAuthentication, other: FailedAuthentication) => one.source === other.source;
  lockoutStopsAll = false;
  lockedOut = (ms: number) => this.tooMany(ms);
  tooMany = (ms: number) =>
    new ErrorResponse(429, { error: 'Too many' }, { 'retry-after': String(Math.ceil(ms / 1000)) });
  allow = (credential: StoredCredential, scope: string, _request: ReceivedRequest): void => {
    if (!credential.scopes.includes(scope)) throw new ErrorResponse(403, { error: 'Insufficient scope' });
  };

  #window = new Map<string, number[]>();
  count = ({ headers }: ReceivedRequest): void => {
    const key = headers.get('authorization') ?? '';
    const within = (this.#window.get(key) ?? []).filter((at) => at > this.now() - this.rate.windowMs);
    if (within.length >= this.rate.requests) throw this.tooMany((within[0] ?? 0) + this.rate.windowMs - this.now());
    this.#window.set(key, [...within, this.now()]);
  };

  /** Returns a function that brings the present records and limits back, for tests that go back in time. */
  saved(): () => void {
    const { data, failed } = this;
    const then = structuredClone({ ...data, failed, window: this.#window });
    return () => {
      const { projects, credentials, failed: known, window } = structuredClone(then);
      data.projects.splice(0, data.projects.length, ...projects);
      data.credentials.clear();
      for (const [text, credential] of credentials) data.credentials.set(text, credential);
      failed.splice(0, failed.length, ...known);
      this.#window = window;
    };
  }

  // Projects (4.1)
  visible = ({ organizations }: StoredCredential): StoredProject[] =>
    this.data.projects.filter(({ organization }) => organizations.includes(organization));
  listProjects = (credential: StoredCredential, query: URLSearchParams): Json => {
    const [slug, id] = [query.get('organizationSlug'), query.get('organizationId')];
    if (slug !== null && id !== null) throw invalid('organizationSlug', 'is an alternative to organizationId');
    const found = this.visible(credential).filter(
      ({ organization }) => this.ofSlug(organization, slug) && this.ofId(organization, id),
    );
    return this.list(found.map(this.projectJson));
  };
  ofSlug = (organization: { slug: string }, slug: string | null) => slug === null || organization.slug === slug;
  ofId = (organization: { id: string }, id: string | null) => id === null || organization.id === id;
  project(credential: StoredCredential, id: string): StoredProject {
    const found = this.visible(credential).find((project) => project.id === decodeURIComponent(id));
    if (!found) throw this.noProject();
    return found;
  }
  noProject = () => new ErrorResponse(404, { error: 'Project not found' });
  projectJson = ({ issues: _issues, organization, createdAt, ...project }: StoredProject): Json => ({
    ...project,
    organizationId: organization.id,
    organizationSlug: organization.slug,
    organizationName: organization.name,
    createdAt: this.stamp(createdAt),
  });

  // Issues (4.2, 4.3)
  listIssues = (project: StoredProject, query: URLSearchParams): Json => {
    const page = this.number(query, 'page', 1, Number.MAX_SAFE_INTEGER);
    const limit = this.number(query, 'limit', this.page.standard, this.page.most);
    for (const [name, values] of [
      ['status', this.statuses],
      ['priority', this.priorities],
    ] as const) {
      const value = query.get(name);
      if (value !== null && !values.includes(value)) throw this.notOneOf(name, values);
    }
    const found = project.issues.filter((issue) => this.passes(issue, query)).sort(this.order);
    const shown = found.slice((page - 1) * limit, page * limit);
    return this.pageJson(shown.map(this.itemJson), found.length, page, limit);
  };
  number = (query: URLSearchParams, name: string, standard: number, most: number): number => {
    const text = query.get(name);
    if (text === null) return standard;
    if (!/^[1-9]\d*$/.test(text) || Number(text) > most) throw invalid(name, `must be from 1 to ${most}`);
    return Number(text);
  };
  notOneOf = (name: string, values: readonly string[]) => invalid(name, `must be one of ${values.join(', ')}`);
  passes = (issue: StoredIssue, query: URLSearchParams): boolean =>
    Object.entries(this.filters).every(([name, passes]) => {
      const value = query.get(name);
      return value === null || passes(issue, value);
    });
  filters: Record<string, (issue: StoredIssue, value: string) => boolean> = {
    status: ({ status }, value) => status === value,
    priority: ({ priority }, value) => priority === value,
    label: ({ labels }, value) => labels.includes(value),
    q: ({ title, description }, value) => this.finds(title, value) || this.finds(description, value),
  };
  finds = (text: string, value: string) => text.toLowerCase().includes(value.toLowerCase());
  pageJson = (items: Json[], total: number, page: number, limit: number): Json => ({
    data: items,
    total,
    page,
    totalPages: Math.ceil(total / limit),
  });
  itemJson = (issue: StoredIssue): Json => ({
    id: `i-${issue.number}`,
    issueNumber: issue.number,
    title: issue.title,
    status: issue.status,
    priority: issue.priority,
    labels: issue.labels,
    assignees: issue.assignees,
    createdAt: this.stamp(issue.createdAt),
    updatedAt: this.stamp(issue.updatedAt),
  });

  issue(project: StoredProject, number: string): StoredIssue {
    if (!/^[1-9]\d*$/.test(number)) throw invalid('issueNumber', 'must be a whole number from 1');
    const found = project.issues.find((issue) => issue.number === Number(number));
    if (!found) throw this.noIssue();
    return found;
  }
  noIssue = () => new ErrorResponse(404, { error: 'No such issue' });
  getIssue = (issue: StoredIssue): Json => ({ data: this.issueJson(issue) });
  issueJson = (issue: StoredIssue): Json => ({
    issueNumber: issue.number,
    title: issue.title,
    description: issue.description,
    status: issue.status,
    priority: issue.priority,
    labels: issue.labels,
    reporterName: issue.reporter,
    assigneeName: issue.assignees[0] ?? '',
    pageUrl: issue.page,
    browserInfo: issue.browser,
    osInfo: issue.os,
    viewportSize: issue.viewport,
    metadataSummary: this.summaryJson(issue),
    createdAt: this.stamp(issue.createdAt),
    updatedAt: this.stamp(issue.updatedAt),
  });
  summaryJson = (issue: StoredIssue): Json => ({
    consoleErrorCount: issue.console.filter(({ level }) => level === 'error').length,
    networkErrorCount: issue.network.filter(({ status }) => status >= 400).length,
    jsErrorCount: issue.scriptErrors,
    userActionCount: issue.actions.length,
    screenshotCount: issue.screenshots.length,
  });
  stamp = (time: number): Json => new Date(time).toISOString();

  // Changes (4.4)
  update = (issueOf: () => StoredIssue, body: Json): Json => {
    const issue = issueOf();
    for (const [name, values] of [
      ['status', this.statuses],
      ['priority', this.priorities],
    ] as const) {
      if (body[name] !== undefined && !values.includes(body[name])) throw this.notOneOf(name, values);
    }
    if (body.status !== undefined && !this.settable.includes(body.status)) throw this.rejectedStatus(body.status);
    this.change(issue, body);
    return { data: this.updatedJson(issue) };
  };
  change = (issue: StoredIssue, { status, priority }: { status?: string; priority?: string }): void => {
    if (status === undefined && priority === undefined) return;
    issue.status = status ?? issue.status;
    issue.priority = priority ?? issue.priority;
    issue.updatedAt = this.now();
  };
  updatedJson = (issue: StoredIssue): Json => ({
    issueNumber: issue.number,
    status: issue.status,
    priority: issue.priority,
    updatedAt: this.stamp(issue.updatedAt),
  });
  body = ({ headers, body }: ReceivedRequest): Json => {
    if (!this.isJson(headers.get('content-type'))) throw invalid('content-type', 'must be application/json');
    const json = this.parsed(body);
    if (typeof json !== 'object' || json === null) throw this.notJson();
    return json;
  };
  isJson = (type: string | null) => /^application\/json\s*(;|$)/i.test(type ?? '');
  parsed = (bytes: Uint8Array<ArrayBuffer>): Json => {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      throw this.notJson();
    }
  };
  notJson = () => invalid('body', 'must be JSON');

  // Comments and what was captured (4.5 to 4.7)
  list = (entries: Json[]): Json => ({ data: entries, total: entries.length });
  addComment = (issueOf: () => StoredIssue, body: Json, credential: StoredCredential): Json => {
    const issue = issueOf();
    if (typeof body.content !== 'string' || body.content === '') throw invalid('content', 'must be a text');
    const comment: StoredComment = {
      id: `c${issue.number}-${issue.comments.length}`,
      content: this.textOfComment(body.content),
      authorName: this.authorOf(credential),
      createdAt: this.now(),
      sent: body.content,
    };
    issue.comments.push(comment);
    return { status: this.commentStatus, data: this.commentJson(comment) };
  };
  listComments = ({ comments }: StoredIssue): Json => this.list(comments.map(this.commentJson));
  commentJson = ({ id, content, authorName, createdAt }: StoredComment): Json => ({
    id,
    content,
    authorName,
    createdAt: this.stamp(createdAt),
  });
  techContext = ({ context }: StoredIssue): Json => ({ data: context });
  captured: Record<Captured, (issue: StoredIssue) => Entry[]> = {
    'console-logs': (issue) => issue.console.map(this.stamped),
    'network-logs': (issue) => issue.network.map(this.stamped),
    screenshots: (issue) =>
      issue.screenshots.map(({ createdAt, ...shot }) => ({ ...shot, createdAt: this.stamp(createdAt) })),
    'user-actions': (issue) => issue.actions.map(this.stamped),
  };
  stamped = ({ timestamp, ...entry }: { timestamp: number }): Entry => ({ ...entry, timestamp: this.stamp(timestamp) });
  listCaptured = (issue: StoredIssue, part: Captured, query: URLSearchParams): Json => {
    const level = part === 'console-logs' ? query.get('level') : null;
    if (level !== null && !this.levels.includes(level)) throw this.notOneOf('level', this.levels);
    return this.list(this.captured[part](issue).filter((entry) => this.ofLevel(entry, level)));
  };
  ofLevel = (entry: Entry, level: string | null) => level === null || entry['level'] === level;
}
