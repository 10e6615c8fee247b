/** A request as the generated commands send it. */
export interface NaiveRequest {
  readonly key: string;
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly projectId: string;
  /** Absent for the list. */
  readonly issueNumber?: number;
  /** Whether the request reads or adds comments. */
  readonly comments?: boolean;
  readonly query?: {
    readonly status?: string;
    readonly priority?: string;
    readonly q?: string;
    readonly page?: number;
    readonly limit?: number;
  };
  readonly body?: Readonly<Record<string, string>>;
}

/** A response, with the parts of its body in which both services must agree. */
export interface NaiveAnswer {
  readonly status: number;
  readonly retryAfter?: string;
  readonly body: unknown;
}

interface NaiveIssue {
  readonly projectId: string;
  readonly issueNumber: number;
  readonly title: string;
  readonly createdAt: number;
  status: string;
  priority: string;
  updatedAt: number;
  readonly comments: { content: string; createdAt: string }[];
}

const minute = 60_000;
const statuses = ['open', 'in_progress', 'blocked', 'fix_submitted', 'verified', 'closed'];
const priorities = ['low', 'medium', 'high', 'critical'];
const invalid = (...fields: string[]): NaiveAnswer => ({ status: 400, body: { error: 'Invalid input', fields } });

/** The simplest implementation of the service: arrays, searched and sorted again for each request. */
export class NaiveService {
  now: number;
  readonly requests: number;
  readonly projects: { id: string; organization: string }[] = [];
  readonly keys: { key: string; organization: string; scopes: readonly string[]; revoked?: boolean }[] = [];
  readonly issues: NaiveIssue[] = [];
  readonly #admitted: { who: string; at: number }[] = [];
  readonly #failed: { who: string; at: number }[] = [];

  constructor(now: number, requests: number) {
    this.now = now;
    this.requests = requests;
  }

  createIssue(projectId: string, title: string): void {
    const numbers = this.issues.filter((issue) => issue.projectId === projectId).map(({ issueNumber }) => issueNumber);
    const at = { createdAt: this.now, updatedAt: this.now };
    this.issues.push({
      projectId,
      issueNumber: Math.max(0, ...numbers) + 1,
      title,
      status: 'open',
      priority: 'medium',
      comments: [],
      ...at,
    });
  }

  find(projectId: string, issueNumber: number): NaiveIssue | undefined {
    return this.issues.find((issue) => issue.projectId === projectId && issue.issueNumber === issueNumber);
  }

  set(
    issue: NaiveIssue,
    { status = issue.status, priority = issue.priority }: { status?: string; priority?: string },
  ): void {
    Object.assign(issue, { status, priority, updatedAt: Math.max(this.now, issue.updatedAt + 1) });
  }

  answer(request: NaiveRequest): NaiveAnswer {
    const { key, method, projectId, issueNumber, query = {} } = request;
    const caller = this.keys.find((candidate) => candidate.key === key && !candidate.revoked);
    if (!caller) return this.#fail(key);
    const refused = refusal(this.#admitted, key, this.requests, minute, this.now);
    if (refused) return { ...refused, body: { error: 'Rate limit exceeded' } };
    this.#admitted.push({ who: key, at: this.now });
    if (!caller.scopes.includes(method === 'GET' ? 'issues:read' : 'issues:write'))
      return { status: 403, body: { error: 'Insufficient scope' } };
    const wrong = Object.entries({ page: [1, Number.POSITIVE_INFINITY], limit: [1, 100] } as const).filter(
      ([name, [from, to]]) => {
        const value = query[name as 'page' | 'limit'] ?? 1;
        return value < from || value > to;
      },
    );
    if (wrong.length > 0) return invalid(...wrong.map(([name]) => name));
    const project = this.projects.find(({ id }) => id === projectId);
    if (project?.organization !== caller.organization) return { status: 404, body: { error: 'Project not found' } };
    if (issueNumber === undefined) return this.#list(projectId, query);
    const issue = this.find(projectId, issueNumber);
    return issue ? this.#about(issue, request) : { status: 404, body: { error: 'Issue not found' } };
  }

  #fail(key: string): NaiveAnswer {
    const refused = refusal(this.#failed, key, 5, 15 * minute, this.now);
    if (refused) return { ...refused, body: { error: 'Too many failed authentication attempts' } };
    this.#failed.push({ who: key, at: this.now });
    return { status: 401, body: { error: 'Missing or invalid credential' } };
  }

  #list(
    projectId: string,
    { status, priority, q, page = 1, limit = 20 }: NonNullable<NaiveRequest['query']>,
  ): NaiveAnswer {
    const found = this.issues
      .filter((issue) => issue.projectId === projectId)
      .filter((issue) => status === undefined || issue.status === status)
      .filter((issue) => priority === undefined || issue.priority === priority)
      .filter((issue) => q === undefined || issue.title.toLowerCase().includes(q.toLowerCase()))
      .sort((a, b) => b.createdAt - a.createdAt || b.issueNumber - a.issueNumber);
    const data = found.slice((page - 1) * limit, page * limit).map(shown);
    return { status: 200, body: { data, total: found.length, page, totalPages: Math.ceil(found.length / limit) } };
  }

  #about(issue: NaiveIssue, { method, comments, body = {} }: NaiveRequest): NaiveAnswer {
    if (method === 'GET')
      return {
        status: 200,
        body: comments ? { data: issue.comments, total: issue.comments.length } : { data: shown(issue) },
      };
    if (comments) {
      if (!body['content']) return invalid('content');
      const comment = { content: body['content'], createdAt: new Date(this.now).toISOString() };
      issue.comments.push(comment);
      return { status: 201, body: { data: comment } };
    }
    const { status, priority } = body;
    const wrong = [
      status !== undefined && !statuses.includes(status) && 'status',
      priority !== undefined && !priorities.includes(priority) && 'priority',
    ];
    if (wrong.some(Boolean)) return invalid(...wrong.filter((field) => field !== false));
    if (status === 'verified' || status === 'closed') return { status: 403, body: { error: expectStatus(status) } };
    if (status !== undefined || priority !== undefined) this.set(issue, body);
    const { issueNumber, updatedAt } = shown(issue);
    return { status: 200, body: { data: { issueNumber, status: issue.status, priority: issue.priority, updatedAt } } };
  }
}

/** Returns the 429 if one more entry of `who` exceeds the limit. */
function refusal(log: { who: string; at: number }[], who: string, limit: number, windowMs: number, now: number) {
  const recent = log.filter((entry) => entry.who === who && now - entry.at < windowMs);
  if (recent.length < limit) return undefined;
  const wait = Math.min(...recent.map(({ at }) => at)) + windowMs - now;
  return { status: 429, retryAfter: String(Math.ceil(wait / 1000)) };
}

function shown({ issueNumber, title, status, priority, createdAt, updatedAt }: NaiveIssue) {
  const at = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() };
  return { issueNumber, title, status, priority, ...at };
}

function expectStatus(status: string): string {
  const by =
    status === 'verified' ? 'set by a user in the dashboard or the browser extension' : 'set by publishing a report';
  return `Status ${status} cannot be set through the API: it is ${by}`;
}
