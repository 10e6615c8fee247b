import { captured, capturedLists, issueListQuery } from '@issue-tracking/model';
import type { StoredIssue } from '../../../tools/spec-service/data.ts';
import type { SpecService } from '../../../tools/spec-service/service.ts';
import { ErrorResponse, invalid, type Json } from '../../../tools/spec-service/wire.ts';
import { around, type Breaks, errorsWith, responses, result } from './broken-services/broken-service.ts';

const set =
  (members: Partial<SpecService>): Breaks =>
  (s) =>
    void Object.assign(s, members);
const all =
  (...changes: Breaks[]): Breaks =>
  (s) => {
    for (const change of changes) change(s);
  };
/** Changes the query of a request before it is read. */
const changeQuery = (change: (query: URLSearchParams) => void): Breaks =>
  around('handle', (before) => (request) => {
    const changed = new URLSearchParams(request.query);
    change(changed);
    return before({ ...request, query: changed });
  });
const errorText = (status: number, text: string): Breaks =>
  errorsWith(status, (json) => {
    if (json.error !== 'Project not found' && json.error !== 'Insufficient scope' && json.error !== 'Invalid input')
      json.error = text;
  });
/** An issue may be unassigned or made without a browser, but it has a title, which may be empty. */
const isAbsent = (name: string, value: unknown) => value === '' && name !== 'title';
const lower = (text: string) => text.toLowerCase();
const isEnd = (part: string, request: { path: string }) => request.path.endsWith(`/${part}`);
const lists = ['comments', ...capturedLists.map((name) => captured[name].segment)];
/** Changes the entries of the lists that come without pages. */
const unpaged = (change: (entries: Json[]) => Json[]): Breaks =>
  responses(
    (request, { status }) => status === 200 && request.method === 'GET' && lists.some((part) => isEnd(part, request)),
    ({ json }) => {
      json.data = change(json.data);
    },
  );
const patched = (change: (issue: StoredIssue, update: Json, s: SpecService, before: SpecService['change']) => void) =>
  around('change', (before, s) => (issue, update) => change(issue, update, s, before));

/**
 * Ways to do what the specification leaves open, or says nothing of. Each is legal by itself and beside the others; the
 * section of the specification that is silent stands before each group.
 */
export const choices: Readonly<Record<string, Breaks>> = {
  // 1: forms of JSON, and headers of responses
  'requests without a key are locked out, without a time': (s) => {
    s.failures.most = 0;
    s.lockedOut = () => new ErrorResponse(429, { error: 'Later' });
  },
  'JSON is indented and escaped': around('bytes', () => (json) => {
    if (typeof json === 'string') return json;
    const text = JSON.stringify(json, null, 2);
    return `${text.replaceAll(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
  }),
  'errors are of the type application/problem+json': responses(
    (_, { status }) => status >= 400,
    ({ headers }) => {
      headers['content-type'] = 'application/problem+json';
    },
  ),
  'responses are of the type text/plain': responses(
    () => true,
    ({ headers }) => {
      headers['content-type'] = 'text/plain';
    },
  ),
  'members come in another order': around('bytes', (before) => (json) => before(reversed(json))),
  'a content type with a charset is rejected': set({ isJson: (type) => type === 'application/json' }),

  // 2: members
  'absent values are null': result('issueJson', (issue) =>
    Object.fromEntries(Object.entries(issue).map(([name, value]) => [name, isAbsent(name, value) ? null : value])),
  ),
  'absent values are omitted': result('issueJson', (issue) =>
    Object.fromEntries(Object.entries(issue).filter(([name, value]) => !isAbsent(name, value))),
  ),
  'list items have a reporter': around('itemJson', (before) => (issue) => {
    const { id, labels, assignees, ...item } = before(issue);
    return { ...item, reporterName: issue.reporter };
  }),
  'list items have both sets': around('itemJson', (before) => (issue) => ({
    ...before(issue),
    reporterName: issue.reporter,
  })),
  'error counts count what is not listed': around('summaryJson', (before) => (issue) => ({
    ...before(issue),
    consoleErrorCount: issue.number + 7,
    networkErrorCount: 0,
  })),
  'viewports in fractions': (s) => {
    for (const { issues } of s.data.projects) for (const issue of issues) issue.viewport = '1280.5x720.25';
  },
  'lost requests have neither status nor duration': (s) => {
    for (const { issues } of s.data.projects)
      for (const { network } of issues)
        for (const entry of network) if (entry.status === 0) Object.assign(entry, { status: null, duration: null });
  },
  'action types of its own': (s) => {
    for (const { issues } of s.data.projects)
      for (const { actions } of issues) for (const [i, action] of actions.entries()) if (i % 2) action.type = 'scroll';
  },
  // 3: states
  'verified and closed are a 400 with details': (s) => {
    s.rejectedStatus = () => s.notOneOf('status', s.settable);
  },
  'verified and closed are a 409': set({
    rejectedStatus: () => new ErrorResponse(409, { error: 'Not through the API' }),
  }),
  'verified and closed are a 403 like any': set({
    rejectedStatus: () => new ErrorResponse(403, { error: 'Insufficient scope' }),
  }),
  'only some statuses follow another': around('update', (before) => (issueOf, json) => {
    const { status } = issueOf();
    const next: Record<string, string[]> = {
      open: ['in_progress'],
      in_progress: ['fix_submitted', 'blocked'],
      blocked: ['in_progress'],
      fix_submitted: ['open'],
    };
    if (
      typeof json.status === 'string' &&
      json.status in next &&
      json.status !== status &&
      !next[status]?.includes(json.status)
    )
      throw new ErrorResponse(422, { error: `Not from ${status}` });
    return before(issueOf, json);
  }),
  'the same value again moves nothing': patched((issue, update, _s, before) => {
    const { status = issue.status, priority = issue.priority } = update;
    if (status !== issue.status || priority !== issue.priority) before(issue, update);
  }),
  'a priority does not move updatedAt': patched((issue, update, _s, before) => {
    const { updatedAt } = issue;
    before(issue, update);
    if (update.status === undefined) issue.updatedAt = updatedAt;
  }),
  'unknown members of an update are rejected': around('update', (before) => (issueOf, json) => {
    const unknown = Object.keys(json).find((name) => name !== 'status' && name !== 'priority');
    if (unknown) throw invalid(unknown, 'is not known');
    return before(issueOf, json);
  }),
  'reads are three seconds behind': (s) => {
    const past: { at: number; number: number; state: object }[] = [];
    around('change', (before) => (issue, update) => {
      const { status, priority, updatedAt } = issue;
      past.push({ at: s.now(), number: issue.number, state: { status, priority, updatedAt } });
      before(issue, update);
    })(s);
    for (const name of ['issueJson', 'itemJson'] as const)
      around(name, (before) => (issue) => {
        const seen = past.find(({ at, number }) => number === issue.number && at > s.now() - 3000);
        return before({ ...issue, ...seen?.state });
      })(s);
  },
  'updates count in whole seconds': around('change', (before, s) => (issue, update) => {
    before(issue, update);
    issue.updatedAt = Math.floor(s.now() / 1000) * 1000;
  }),

  // 4.1: projects
  'projects come without a total': around('listProjects', (before) => (...args) => {
    const { total, ...rest } = before(...args);
    return rest;
  }),
  'an unknown organization is a 404': around('listProjects', (before) => (credential, query) => {
    const found = before(credential, query);
    if (found.data.length === 0 && [...query.keys()].some((name) => name.startsWith('organization')))
      throw new ErrorResponse(404, { error: 'No such organization' });
    return found;
  }),
  'an unknown organization is a 403': around('listProjects', (before) => (credential, query) => {
    const found = before(credential, query);
    if (found.data.length === 0 && query.size > 0) throw new ErrorResponse(403, { error: 'Not yours' });
    return found;
  }),
  'an organization id that is no UUID is a 400': around('listProjects', (before) => (credential, query) => {
    if (!/^[\da-f-]{36}$/i.test(query.get('organizationId') ?? '0'.repeat(36)))
      throw invalid('organizationId', 'must be a UUID');
    return before(credential, query);
  }),
  // 4.2: the issue list
  'limits and pages below 1 are the default': changeQuery((query) => {
    for (const name of ['limit', 'page']) if (Number(query.get(name) ?? 1) < 1) query.delete(name);
  }),
  'a limit of 0 is an empty page': around('listIssues', (before) => (project, query) => {
    if (query.get('limit') !== '0') return before(project, query);
    const one = new URLSearchParams(query);
    one.set('limit', '1');
    const { total } = before(project, one);
    return { data: [], total, page: 1, totalPages: 0 };
  }),
  'statuses and priorities in any letter case': changeQuery((query) => {
    for (const name of ['status', 'priority', 'level']) {
      const value = query.get(name);
      if (value !== null) query.set(name, lower(value));
    }
  }),
  'unknown parameters are a 400': around('listIssues', (before) => (project, query) => {
    const unknown = [...query.keys()].find((name) => !(name in issueListQuery.def.shape));
    if (unknown) throw invalid(unknown, 'is not known');
    return before(project, query);
  }),
  'a page past the end is a 404': pastEnd(404),
  'a page past the end is a 400': pastEnd(400),
  'an empty list has one page': result('pageJson', (json) => ({ ...json, totalPages: Math.max(1, json.totalPages) })),
  'oldest first': set({ order: (a, b) => a.createdAt - b.createdAt || a.number - b.number }),
  'last changed first': set({ order: (a, b) => b.updatedAt - a.updatedAt || b.number - a.number }),
  'projects in another order each time': (s) => {
    let count = 0;
    around('listProjects', (before) => (...args) => {
      const found = before(...args);
      count++;
      return { ...found, data: count % 2 ? found.data : found.data.toReversed() };
    })(s);
  },
  'by title': set({ order: (a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.number - b.number) }),
  'by priority, and by chance among equals': (s) => {
    const places = new Map<number, number>();
    let count = 0;
    s.order = (a, b) =>
      a.priority.localeCompare(b.priority) || (places.get(a.number) ?? 0) - (places.get(b.number) ?? 0);
    around('listIssues', (before) => (project, query) => {
      count++;
      for (const { number } of project.issues) places.set(number, (number * 7919 * count) % 101);
      return before(project, query);
    })(s);
  },
  'q minds the letter case': (s) => {
    s.finds = (text, value) => text.includes(value);
    for (const { issues } of s.data.projects)
      for (const issue of issues) if (issue.number % 3 === 0) issue.title = lower(issue.title);
  },
  'q finds whole words': set({ finds: (text, value) => words(text).includes(lower(value)) }),
  'q finds every word': (s) => {
    const { finds } = s;
    s.filters = {
      ...s.filters,
      q: ({ title, description }, value) =>
        value.split(/\s+/).every((word) => finds(title, word) || finds(description, word)),
    };
  },
  'q finds the beginnings of words': set({
    finds: (text, value) => words(text).some((word) => word.startsWith(lower(value))),
  }),
  'q is case-sensitive': set({ finds: (text, value) => text.includes(value) }),
  'q with wildcards': set({
    finds: (text, value) =>
      new RegExp(
        lower(value)
          .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('%', '.*')
          .replaceAll('_', '.'),
        's',
      ).test(lower(text)),
  }),

  // 4.5 to 4.7: lists without pages, comments
  'lists are reversed': unpaged((entries) => entries.toReversed()),
  'lists have only their first two entries': unpaged((entries) => entries.slice(0, 2)),
  'lists have only their last entry': unpaged((entries) => entries.slice(-1)),
  'a comment is a 200': set({ commentStatus: 200 }),
  'comments are trimmed': set({ textOfComment: (content) => content.trim() }),
  'comments are escaped': set({
    textOfComment: (content) => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  }),
  'comments are cut': set({ textOfComment: (content) => content.slice(0, 40) }),
  'a comment moves updatedAt': around('addComment', (before, s) => (issueOf, json, credential) => {
    const result = before(issueOf, json, credential);
    issueOf().updatedAt = s.now();
    return result;
  }),
  'a change of the status leaves a comment': patched((issue, update, s, before) => {
    before(issue, update);
    if (update.status === undefined) return;
    const id = `c${issue.number}-${issue.comments.length}`;
    issue.comments.push({ id, content: `Now ${update.status}`, authorName: 'System', createdAt: s.now() });
  }),
  'screenshots have another URL each time': (s) => {
    let count = 0;
    const { screenshots } = s.captured;
    s.captured.screenshots = (issue) =>
      screenshots(issue).map((shot) => ({ ...shot, url: `${shot['url']}?signature=${count++}` }));
  },
  'a comment is by a robot': set({ authorOf: () => '🤖' }),

  // 7: errors
  'errors have more members': responses(
    (_, { status }) => status >= 400,
    ({ json }) => Object.assign(json, { code: 'E17', requestId: 'r-1' }),
  ),
  'errors are in another language': all(
    errorText(401, 'Wer da?'),
    errorText(404, 'Nicht gefunden'),
    errorText(403, 'Verboten'),
  ),
  'an unknown issue is a "Project not found"': set({
    noIssue: () => new ErrorResponse(404, { error: 'Project not found' }),
  }),
  'errors have more details': errorsWith(400, (json) => {
    json.details.push({ field: 'hint', message: 'see the manual' });
  }),
  // 2, 9: data
  'ids of other forms': (s) => {
    for (const [i, project] of s.data.projects.entries())
      if (i > 0) project.id = ['0', 'a b', 'ü/ß', '%2F', '..x', '"q"'][i] ?? project.id;
  },
  'texts of other forms': (s) => {
    for (const { issues } of s.data.projects)
      for (const issue of issues) {
        if (issue.number % 8 === 0) issue.title = '';
        if (issue.number % 8 === 1) issue.title = `${issue.title} 👩‍👩‍👧 "quoted" & <b> 100% _x_`;
        if (issue.number % 8 === 2) issue.description = 'x'.repeat(3000);
        issue.labels = issue.labels.map((label) => (label === 'Layout' ? 'a, b & c=d/ü+%' : label));
      }
  },
  'numbers that leave gaps': (s) => {
    for (const { issues } of s.data.projects)
      for (const issue of issues) if (issue.number > 3) issue.number = issue.number * 10_007;
  },
  'times that contradict each other': (s) => {
    for (const { issues } of s.data.projects)
      for (const issue of issues) if (issue.number % 3 === 0) issue.updatedAt = issue.createdAt - 5000;
  },
  'members that v1 does not have': all(
    result('issueJson', (issue) => ({ ...issue, severity: 3 })),
    result('projectJson', (project) => ({ ...project, archived: false })),
    result('pageJson', (page) => ({ ...page, next: null })),
  ),
};

function pastEnd(status: number): Breaks {
  return around('pageJson', (before) => (items, total, page, limit) => {
    if (page > Math.max(1, Math.ceil(total / limit)))
      throw new ErrorResponse(
        status,
        status === 400 ? invalid('page', 'is past the end').json : { error: 'No such page' },
      );
    return before(items, total, page, limit);
  });
}

function words(text: string): string[] {
  return lower(text).split(/[^\p{L}\p{N}]+/u);
}

function reversed(json: Json): Json {
  if (Array.isArray(json)) return json.map(reversed);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .reverse()
      .map(([name, value]) => [name, reversed(value)]),
  );
}
