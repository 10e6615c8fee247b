import type { StoredIssue } from '../../../tools/test/spec-service/data.ts';
import { ErrorResponse, invalid, type Json } from '../../../tools/test/spec-service/wire.ts';
import { around, type Breaks, responses, result } from './mutants/mutant.ts';

/** One way to fill a gap of the specification. */
export interface Deviation {
  readonly how: string;
  /** The matching choice of the mock's behavior option; omitted if there is none. */
  readonly value?: unknown;
  readonly breaks: Breaks;
}

const nothing: Breaks = () => {};
const order =
  (compare: (a: StoredIssue, b: StoredIssue) => number): Breaks =>
  (s) =>
    void Object.assign(s, { order: compare });
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const without =
  (...names: string[]) =>
  (members: Json) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

/** Changes every list that an issue has, or one of them. */
const entries = (change: (list: Json[]) => Json[], ...parts: string[]): Breaks =>
  responses(
    ({ path, method }, { status }) =>
      method === 'GET' && status === 200 && parts.some((part) => path.endsWith(`/${part}`)),
    ({ json }) => {
      json.data = change(json.data);
    },
  );
const captured = ['console-logs', 'network-logs', 'screenshots', 'user-actions'];
const reversed = (list: Json[]) => list.toReversed();
/** Sorts a list independently of times. */
const mixed = (list: Json[]) => list.toSorted((a, b) => hash(JSON.stringify(a)) - hash(JSON.stringify(b)));
const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_991, 7);

/** Changes the absent values of an issue. */
const absent = (write: (issue: Json, name: string) => void): Breaks =>
  result('issueJson', (issue) => {
    for (const name of Object.keys(issue)) if (issue[name] === '') write(issue, name);
    return issue;
  });

/** Replaces the search of `q` in titles and descriptions. */
const search =
  (finds: (text: string, value: string) => boolean): Breaks =>
  (s) =>
    void Object.assign(s, { finds });
const lower = (text: string) => text.toLowerCase();

const rejectWith =
  (...args: ConstructorParameters<typeof ErrorResponse>): Breaks =>
  (s) => {
    s.rejectedStatus = () => new ErrorResponse(...args);
  };

/** Deviations by behavior option. */
export const deviations: Readonly<Record<string, readonly Deviation[]>> = {
  issueOrder: [
    { how: 'newest first', value: 'newest', breaks: nothing },
    { how: 'oldest first', value: 'oldest', breaks: order((a, b) => a.createdAt - b.createdAt || a.number - b.number) },
    {
      how: 'last changed first',
      value: 'updated',
      breaks: order((a, b) => b.updatedAt - a.updatedAt || b.number - a.number),
    },
    { how: 'by title', breaks: order((a, b) => byText(a.title, b.title) || a.number - b.number) },
    { how: 'by priority', breaks: order((a, b) => byText(a.priority, b.priority) || b.number - a.number) },
  ],
  commentOrder: [
    { how: 'oldest first', value: 'oldest', breaks: nothing },
    { how: 'newest first', value: 'newest', breaks: entries(reversed, 'comments') },
    { how: 'by text', breaks: entries(mixed, 'comments') },
  ],
  entryOrder: [
    { how: 'oldest first', value: 'oldest', breaks: nothing },
    { how: 'newest first', value: 'newest', breaks: entries(reversed, ...captured) },
    { how: 'screenshots newest first', breaks: entries(reversed, 'screenshots') },
    { how: 'by something else', breaks: entries(mixed, ...captured) },
  ],
  commentStatus: [
    { how: '201', value: 201, breaks: nothing },
    { how: '200', value: 200, breaks: (s) => void Object.assign(s, { commentStatus: 200 }) },
  ],
  projectsTotal: [
    { how: 'there is a total', value: true, breaks: nothing },
    {
      how: 'there is none',
      value: false,
      breaks: around(
        'listProjects',
        (before) =>
          (...args) =>
            without('total')(before(...args)),
      ),
    },
  ],
  listItem: [
    { how: 'with labels', value: 'labels', breaks: nothing },
    {
      how: 'with the reporter',
      value: 'reporter',
      breaks: around('itemJson', (before) => (issue) => ({
        ...without('id', 'labels', 'assignees')(before(issue)),
        reporterName: issue.reporter,
      })),
    },
    {
      how: 'with both',
      value: 'both',
      breaks: around('itemJson', (before) => (issue) => ({ ...before(issue), reporterName: issue.reporter })),
    },
  ],
  search: [
    { how: 'a part of a text', value: 'substring', breaks: nothing },
    {
      how: 'every word',
      value: 'words',
      breaks: (s) => {
        s.filters['q'] = ({ title, description }, value) =>
          lower(value)
            .split(/\s+/)
            .every((word) => lower(title).includes(word) || lower(description).includes(word));
      },
    },
    {
      how: 'LIKE',
      value: 'like',
      breaks: search((text, value) =>
        new RegExp(
          lower(value)
            .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
            .replaceAll('%', '.*')
            .replaceAll('_', '.'),
          's',
        ).test(lower(text)),
      ),
    },
    {
      how: 'titles alone',
      breaks: (s) => {
        s.filters['q'] = ({ title }, value) => s.finds(title, value);
      },
    },
    { how: 'whole words', breaks: search((text, value) => lower(text).split(/\W+/).includes(lower(value))) },
    { how: 'case-sensitive', breaks: search((text, value) => text.includes(value)) },
  ],
  emptyUpdate: [
    { how: 'accepted', value: 'accept', breaks: nothing },
    {
      how: 'rejected',
      value: 'reject',
      breaks: around('update', (before) => (issueOf, body) => {
        if (Object.keys(body).length === 0) throw invalid('body', 'must have a member');
        return before(issueOf, body);
      }),
    },
    {
      how: 'moves updatedAt',
      breaks: around('update', (before, s) => (issueOf, body) => {
        if (Object.keys(body).length === 0) issueOf().updatedAt = s.now() + 1;
        return before(issueOf, body);
      }),
    },
  ],
  unknownMembers: [
    { how: 'ignored', value: 'ignore', breaks: nothing },
    {
      how: 'rejected',
      value: 'reject',
      breaks: around('update', (before) => (issueOf, body) => {
        if ('qzxvk' in body) throw invalid('qzxvk', 'is not known');
        return before(issueOf, body);
      }),
    },
  ],
  repeatedParameter: [
    { how: 'the first counts', value: 'first', breaks: nothing },
    {
      how: 'the last counts',
      value: 'last',
      breaks: around(
        'number',
        (before) => (query, name, standard, most) =>
          before(new URLSearchParams([...query]), name, standard, most) &&
          before(new URLSearchParams([[name, query.getAll(name).at(-1) ?? String(standard)]]), name, standard, most),
      ),
    },
    {
      how: 'rejected',
      value: 'reject',
      breaks: around('number', (before) => (query, name, standard, most) => {
        if (query.getAll(name).length > 1) throw invalid(name, 'is repeated');
        return before(query, name, standard, most);
      }),
    },
  ],
  unknownParameters: [
    { how: 'ignored', value: 'ignore', breaks: nothing },
    {
      how: 'rejected',
      value: 'reject',
      breaks: around('listIssues', (before) => (project, query) => {
        if (query.has('qzxvk')) throw invalid('qzxvk', 'is not known');
        return before(project, query);
      }),
    },
  ],
  malformedPath: [
    { how: '400', value: 400, breaks: nothing },
    {
      how: '404',
      value: 404,
      breaks: responses(
        ({ path, method }, { status }) => method === 'GET' && status === 400 && /\/issues\/[^/]+$/.test(path),
        (response) => {
          Object.assign(response, { status: 404, json: { error: 'No such issue' } });
        },
      ),
    },
  ],
  emptyTotalPages: [
    { how: '0', value: 0, breaks: nothing },
    {
      how: '1',
      value: 1,
      breaks: result('pageJson', (json) => ({ ...json, totalPages: Math.max(1, json.totalPages) })),
    },
  ],
  pagePastEnd: [
    { how: 'an empty list', value: 'empty', breaks: nothing },
    ...([404, 400] as const).map((status) => ({ how: String(status), value: status, breaks: pastEnd(status) })),
  ],
  foreignOrganization: [
    { how: 'an empty list', value: 'empty', breaks: nothing },
    { how: '404', value: 'reject', breaks: unknownOrganization('organizationId', 'organizationSlug') },
    { how: '404 for an id, an empty list for a slug', breaks: unknownOrganization('organizationId') },
  ],
  bothOrganizationFilters: [
    { how: 'rejected', value: 'reject', breaks: nothing },
    { how: 'both count', value: 'intersect', breaks: organizations((slug, id) => [slug, id]) },
    { how: 'the slug counts', value: 'slug', breaks: organizations((slug) => [slug, null]) },
    { how: 'the id counts', value: 'id', breaks: organizations((_, id) => [null, id]) },
  ],
  absentValues: [
    { how: 'empty', value: 'empty', breaks: nothing },
    { how: 'null', value: 'null', breaks: absent((issue, name) => Object.assign(issue, { [name]: null })) },
    { how: 'omitted', value: 'omitted', breaks: absent((issue, name) => Reflect.deleteProperty(issue, name)) },
    {
      how: 'some null, some omitted',
      breaks: absent((issue, name) => {
        if (name === 'assigneeName') issue[name] = null;
        else delete issue[name];
      }),
    },
  ],
  apiAuthorName: [
    { how: 'the organization and API', value: '{organization} API', breaks: nothing },
    { how: 'a text', value: 'Robot', breaks: around('authorOf', () => () => 'Robot') },
  ],
  counts: [
    { how: 'errors', breaks: nothing },
    {
      how: 'errors, and requests without a response',
      value: 'errors',
      breaks: around('summaryJson', (before) => (issue) => ({
        ...before(issue),
        networkErrorCount: issue.network.filter(({ status }) => status >= 400 || status === 0).length,
      })),
    },
    {
      how: 'all',
      value: 'all',
      breaks: around('summaryJson', (before) => (issue) => ({
        ...before(issue),
        consoleErrorCount: issue.console.length,
        networkErrorCount: issue.network.length,
      })),
    },
  ],
  priorityUpdatedAt: [
    { how: 'moves', value: 'moves', breaks: nothing },
    {
      how: 'stays',
      value: 'stays',
      breaks: around('change', (before) => (issue, update) => {
        const { updatedAt } = issue;
        before(issue, update);
        if (update.status === undefined) issue.updatedAt = updatedAt;
      }),
    },
  ],
  numbers: [
    { how: 'strict', value: 'strict', breaks: nothing },
    {
      how: 'lenient',
      value: 'coerce',
      breaks: around('handle', (before) => (request) => {
        const query = new URLSearchParams(
          [...request.query].map(([name, value]) => [name, value.replace(/^0+(?=\d)/, '')]),
        );
        return before({ ...request, query, path: request.path.replace(/\/issues\/0+(?=[1-9])/, '/issues/') });
      }),
    },
  ],
  head: [
    { how: 'as GET', value: 'get', breaks: nothing },
    {
      how: '405',
      value: 'reject',
      breaks: responses(
        ({ method }) => method === 'HEAD',
        (response) => {
          response.status = 405;
        },
      ),
    },
  ],
  letterCase: [
    { how: 'exact', value: 'exact', breaks: nothing },
    {
      how: 'any',
      value: 'any',
      breaks: (s) => {
        s.filters['label'] = ({ labels }, value) => labels.some((label) => lower(label) === lower(value));
        s.ofSlug = ({ slug }, value) => value === null || lower(slug) === lower(value);
      },
    },
    {
      how: 'any for labels alone',
      breaks: (s) => {
        s.filters['label'] = ({ labels }, value) => labels.some((label) => lower(label) === lower(value));
      },
    },
  ],
  commentText: [
    { how: 'verbatim', value: 'verbatim', breaks: nothing },
    { how: 'trimmed', value: 'trimmed', breaks: text((content) => content.trim()) },
    { how: 'LF', value: 'lf', breaks: text((content) => content.replaceAll('\r\n', '\n')) },
    { how: 'NFC', value: 'nfc', breaks: text((content) => content.normalize('NFC')) },
    {
      how: 'escaped',
      value: 'escaped',
      breaks: text((content) => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
    },
    { how: 'cut', breaks: text((content) => content.slice(0, 60)) },
    { how: 'without tags', breaks: text((content) => content.replaceAll(/<[^>]*>/g, '')) },
  ],
  blankComment: [
    { how: 'accepted', value: 'accept', breaks: nothing },
    {
      how: 'rejected',
      value: 'reject',
      breaks: around('addComment', (before) => (issueOf, body, credential) => {
        if (typeof body.content === 'string' && body.content.trim() === '')
          throw invalid('content', 'must not be blank');
        return before(issueOf, body, credential);
      }),
    },
  ],
  statusRejection: [
    { how: '403', value: { status: 403 }, breaks: nothing },
    { how: 'a 409', value: { status: 409, error: 'No' }, breaks: rejectWith(409, { error: 'No' }) },
    {
      how: 'as any wrong value',
      value: { status: 400, details: true },
      breaks: (s) => {
        s.rejectedStatus = () => s.notOneOf('status', s.settable);
      },
    },
    {
      how: 'differently for each',
      breaks: (s) => {
        s.rejectedStatus = (status) => new ErrorResponse(status === 'closed' ? 409 : 403, { error: 'No' });
      },
    },
  ],
};

function text(change: (content: string) => string): Breaks {
  return (s) => void Object.assign(s, { textOfComment: change });
}

function pastEnd(status: number): Breaks {
  return around('pageJson', (before) => (items, total, page, limit) => {
    if (page > Math.max(1, Math.ceil(total / limit)))
      throw new ErrorResponse(status, invalid('page', 'is past the end').json);
    return before(items, total, page, limit);
  });
}

function unknownOrganization(...names: string[]): Breaks {
  return around('listProjects', (before) => (credential, query) => {
    const found = before(credential, query);
    if (found.data.length === 0 && names.some((name) => query.has(name)))
      throw new ErrorResponse(404, { error: 'No such organization' });
    return found;
  });
}

type Filter = string | null;

/** Chooses which of the two filters count if a request has both. */
function organizations(choose: (slug: Filter, id: Filter) => [Filter, Filter]): Breaks {
  return around('listProjects', (before) => (credential, query) => {
    const both = query.has('organizationSlug') && query.has('organizationId');
    if (!both) return before(credential, query);
    const [slug, id] = choose(query.get('organizationSlug'), query.get('organizationId'));
    const all = before(credential, new URLSearchParams(slug === null ? [] : [['organizationSlug', slug]]));
    const data = all.data.filter(({ organizationId }: Json) => id === null || organizationId === id);
    return { ...all, data, ...('total' in all && { total: data.length }) };
  });
}
