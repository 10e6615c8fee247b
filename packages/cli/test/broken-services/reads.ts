import { key } from '../../../../tools/spec-service/data.ts';
import type { SpecService } from '../../../../tools/spec-service/service.ts';
import { ErrorResponse, type Json, type SpecResponse } from '../../../../tools/spec-service/wire.ts';
import { filterNames } from '../../src/compare/issue-filters.ts';
import {
  accepts,
  around,
  type Breaks,
  ends,
  isIssue,
  isList,
  otherStatus,
  replaceError,
  responses,
  result,
  successes,
  type Table,
} from './broken-service.ts';

export const notFound = () => {
  throw new ErrorResponse(404, { error: 'Not found' });
};

/** Takes the `data` out of a success. */
export const unwrap = (response: SpecResponse) => {
  if (response.status < 300) response.json = response.json.data;
};

const each = (part: string, change: (entry: Json) => void) => successes(ends(part), ({ data }) => data.forEach(change));
const without =
  (...names: string[]) =>
  (members: Json) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

/** Gives the key a second organization. */
const twoOrganizations: Breaks = (s) => {
  const other = s.data.projects.find(({ organization }) => organization.slug === 'branch')?.organization;
  if (other) s.data.credentials.get(key)?.organizations.push(other);
};

const filter =
  (name: string, passes: SpecService['filters'][string]): Breaks =>
  (s) => {
    s.filters = { ...s.filters, [name]: passes };
  };

const pageOf =
  (change: Partial<SpecService['page']>): Breaks =>
  (s) =>
    void Object.assign(s.page, change);

/** A query without some of its parameters. */
const drop = (query: URLSearchParams, ...names: string[]) =>
  new URLSearchParams([...query].filter(([name]) => !names.includes(name)));

/** Ways to break the rule of an enumeration. */
const enumeration = (member: 'status' | 'priority', one: string, other: string): Readonly<Record<string, Breaks>> => ({
  [`issues of the list have a ${member} "${other}"`]: result('itemJson', (issue) => ({
    ...issue,
    [member]: issue[member] === one ? other : issue[member],
  })),
  [`the filter does not know "${one}"`]: (s) => {
    const values = member === 'status' ? 'statuses' : 'priorities';
    s[values] = s[values].filter((value) => value !== one);
  },
});

/** Reads show all of them. */
export const reads: Table = {
  'GEN-1': {
    'the issues of a project that is listed are at another path': around('listIssues', () => notFound),
    'screenshots are at another path': (s) => void Reflect.deleteProperty(s.captured, 'screenshots'),
  },
  'GEN-2': {
    'issues are sent as text/html': responses(isIssue, ({ headers }) => {
      headers['content-type'] = 'text/html';
    }),
    'responses are in Latin-1': around(
      'bytes',
      () => (json) => Uint8Array.from(Buffer.from(JSON.stringify(json), 'latin1')),
    ),
  },
  'GEN-4': { 'times have no milliseconds': result('stamp', (time) => time.replace(/\.\d+/, '')) },
  'GEN-5': { 'a list has no `data` around it': responses(ends('comments'), unwrap) },
  'RES-2': {
    'issues of the list have neither set of fields': result('itemJson', without('id', 'labels', 'assignees')),
    'issues of the list have an id and no labels': result('itemJson', without('labels')),
  },
  'RES-3': {
    'labels are missing, which the list shows': result('issueJson', without('labels')),
    'viewports are written "1280 x 720"': result('issueJson', (issue) => ({ ...issue, viewportSize: '1280 x 720' })),
  },
  'RES-4': {
    'the count of actions is too high': result('summaryJson', (summary) => ({ ...summary, userActionCount: 40 })),
    'the count of screenshots is always 1': result('summaryJson', (summary) => ({ ...summary, screenshotCount: 1 })),
  },
  'RES-6': {
    'entries have a level "debug"': each('console-logs', (entry) => {
      if (entry.level === 'log') entry.level = 'debug';
    }),
    'sources have no line and column': each('console-logs', (entry) => {
      entry.source = 'https://shop.example/app.js';
    }),
  },
  'RES-8': {
    'addresses of screenshots are paths': each('screenshots', (shot) => {
      shot.url = '/1.png';
    }),
  },
  'RES-9': {
    'values of styles are numbers': successes(ends('tech-context'), ({ data }) => {
      if (data) data.elementStyles = { width: 10 };
    }),
  },
  'STA-1': enumeration('status', 'blocked', 'triaged'),
  'STA-2': enumeration('priority', 'critical', 'urgent'),
  'EP-2': { 'a key sees the projects of all organizations': around('visible', (_, s) => () => s.data.projects) },
  'AUTH-2': { 'a key is for two organizations': twoOrganizations },
  'EP-4': {
    '`organizationSlug` is ignored': around('ofSlug', () => () => true),
    '`organizationId` is ignored': around('ofId', () => () => true),
    '`organizationSlug` finds nothing': around('ofSlug', () => (_, slug) => slug === null),
    '`organizationSlug` matches prefixes': around(
      'ofSlug',
      () =>
        ({ slug }, value) =>
          slug.startsWith(value ?? ''),
    ),
    '`organizationSlug` matches slugs that are its prefix': around(
      'ofSlug',
      () =>
        ({ slug }, value) =>
          value?.startsWith(slug) ?? true,
    ),
  },
  'EP-5': {
    'the total is that of the page': result('pageJson', (json) => ({ ...json, total: json.data.length })),
    'pages are counted from 0': result('pageJson', (json) => ({ ...json, page: json.page - 1 })),
    '`totalPages` is missing': result('pageJson', without('totalPages')),
    'a filtered list has the pages of the whole list': successes(
      (request) => isList(request) && request.query.has('priority'),
      (json) => json.totalPages++,
    ),
    '`page` is ignored': around('listIssues', (before) => (project, query) => {
      return { ...before(project, drop(query, 'page')), page: Number(query.get('page') ?? 1) };
    }),
  },
  'EP-6': {
    ...Object.fromEntries(filterNames.map((name) => [`\`${name}\` is ignored`, filter(name, () => true)])),
    ...Object.fromEntries(filterNames.map((name) => [`\`${name}\` finds nothing`, filter(name, () => false)])),
    '`q` searches titles alone': (s) => filter('q', ({ title }, value) => s.finds(title, value))(s),
    '`q` searches descriptions alone': (s) => filter('q', ({ description }, value) => s.finds(description, value))(s),
    '`status` is ignored beside `priority`': around(
      'passes',
      (before) => (issue, query) => before(issue, query.has('priority') ? drop(query, 'status') : query),
    ),
    '`label` matches prefixes': filter('label', ({ labels }, value) => labels.some((label) => label.startsWith(value))),
    'a filtered list is empty from its second page on': result('pageJson', (json) =>
      json.total < 43 && json.page > 1 ? { ...json, data: [] } : json,
    ),
  },
  'EP-7': {
    'the default limit is 50': pageOf({ standard: 50 }),
    'a limit above 50 is rejected': pageOf({ most: 50 }),
    'a limit above 100 is accepted': pageOf({ most: 500 }),
    'a limit out of range gets 422': otherStatus(400, 422, ({ query }) => query.has('limit')),
    'a limit of 1 counts as 2': around('number', (before) => (query, name, standard, most) => {
      const value = before(query, name, standard, most);
      return name === 'limit' ? Math.max(value, 2) : value;
    }),
  },
  'EP-8': {
    'the next issue is returned': around('getIssue', (before, s) => (issue) => {
      const next = s.data.projects[0]?.issues.find(({ number }) => number === issue.number + 1);
      return before(next ?? issue);
    }),
    'an unknown issue is `null`': accepts(isIssue, { data: null }),
    'an unknown issue is a 400': replaceError('noIssue', 400, {
      error: 'Invalid input',
      details: [{ field: 'issueNumber', message: 'is that of no issue' }],
    }),
    'the issue of another project is returned': around('issue', (before, s) => (project, number) => {
      const other = s.data.projects.find(({ issues }) => issues.some((issue) => issue.number === Number(number)));
      const isOwn = project.issues.some((issue) => issue.number === Number(number));
      return before.call(s, (!isOwn && other) || project, number);
    }),
  },
  'EP-13': {
    '`level` is ignored': around('ofLevel', () => () => true),
    '`level=error` returns warnings too': around('ofLevel', (before) => (entry, level) => {
      return before(entry, level) || (level === 'error' && entry['level'] === 'warn');
    }),
  },
  'EP-16': {
    'the technical context has a total': result('techContext', (json) => ({ ...json, total: 1 })),
    'the technical context is a list': result('techContext', ({ data }) => ({ data: [data] })),
  },
};
