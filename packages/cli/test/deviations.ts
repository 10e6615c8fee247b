import type { StoredIssue } from '../../../tools/spec-service/data.ts';
import { ErrorResponse, invalid, type Json } from '../../../tools/spec-service/wire.ts';
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
  pagePastEnd: [
    { how: 'an empty list', value: 'empty', breaks: nothing },
    ...([404, 400] as const).map((status) => ({ how: String(status), value: status, breaks: pastEnd(status) })),
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
  statusRejection: [
    { how: '403', value: { status: 403 }, breaks: nothing },
    { how: 'a 409', value: { status: 409, error: 'No' }, breaks: rejectWith(409, { error: 'No' }) },
    {
      how: 'a 422 whose text names the status',
      value: { status: 422 },
      breaks: (s) => {
        s.rejectedStatus = (status) => new ErrorResponse(422, { error: `${status} is for users` });
      },
    },
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
