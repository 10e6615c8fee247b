import { key } from '../../../../tools/spec-service/data.ts';
import type { SpecService } from '../../../../tools/spec-service/service.ts';
import { invalid, type Json } from '../../../../tools/spec-service/wire.ts';
import {
  around,
  type Breaks,
  type BrokenService,
  isList,
  isProjects,
  otherStatus,
  read,
  result,
  successes,
} from './broken-service.ts';

/** Gives the key a second organization. */
const twoOrganizations: Breaks = (s) => {
  const other = s.data.projects.find(({ organization }) => organization.slug === 'branch')?.organization;
  if (other) s.data.credentials.get(key)?.organizations.push(other);
};

/** Lets each key see all projects. */
const everyOrganization: Breaks = around('visible', (_, s) => () => s.data.projects);

const filter =
  (name: string, passes: SpecService['filters'][string]): Breaks =>
  (s) => {
    s.filters = { ...s.filters, [name]: passes };
  };

const ignoredBeside = (name: string, other: string): Breaks =>
  around('passes', (before) => (issue, query) => {
    const rest = new URLSearchParams(query);
    if (rest.has(other)) rest.delete(name);
    return before(issue, rest);
  });

const pageOf =
  (change: Partial<SpecService['page']>): Breaks =>
  (s) =>
    void Object.assign(s.page, change);

const filterNames = ['status', 'priority', 'label', 'q'];

export const lists: BrokenService[] = [
  read(
    'EP-1',
    'the total is below the number of projects',
    successes(isProjects, (json) => json.total--),
  ),
  read(
    'EP-1',
    'the total is above the number of projects',
    successes(isProjects, (json) => json.total++),
  ),
  read(
    'EP-1',
    'the total is a text',
    successes(isProjects, (json) => Object.assign(json, { total: String(json.total) })),
  ),
  read(
    'EP-1',
    'projects are an object',
    successes(isProjects, (json) => Object.assign(json, { data: { ...json.data } })),
  ),
  read('EP-2', 'a key sees the projects of a second organization', twoOrganizations),
  read('EP-2', 'a key sees the projects of all organizations', everyOrganization),
  read('AUTH-2', 'a key is for two organizations', twoOrganizations),
  read('AUTH-2', 'a key is for every organization', everyOrganization),
  read(
    'EP-4',
    '`organizationSlug` is ignored',
    around('ofSlug', () => () => true),
  ),
  read(
    'EP-4',
    '`organizationId` is ignored',
    around('ofId', () => () => true),
  ),
  read(
    'EP-4',
    '`organizationSlug` finds nothing',
    around('ofSlug', () => (_, slug) => slug === null),
  ),
  read(
    'EP-4',
    '`organizationId` finds the first project alone',
    around('listProjects', (before, s) => (credential, query) => {
      const all = before(credential, query);
      return query.has('organizationId') ? s.list(all.data.slice(0, 1)) : all;
    }),
  ),
  read(
    'EP-5',
    'the total is that of the page',
    result('pageJson', (json) => ({ ...json, total: json.data.length })),
  ),
  read(
    'EP-5',
    'there is one page too many',
    result('pageJson', (json) => ({ ...json, totalPages: json.totalPages + 1 })),
  ),
  read(
    'EP-5',
    'pages are counted from 0',
    result('pageJson', (json) => ({ ...json, page: json.page - 1 })),
  ),
  read(
    'EP-5',
    '`page` is a text',
    result('pageJson', (json) => ({ ...json, page: String(json.page) })),
  ),
  read(
    'EP-5',
    '`totalPages` is missing',
    result('pageJson', ({ totalPages: _, ...json }) => json),
  ),
  read(
    'EP-5',
    'the total of a filtered list is one too many',
    successes(
      (request, response) => isList(request, response) && request.query.has('status'),
      (json) => json.total++,
    ),
  ),
  read(
    'EP-5',
    'a filtered list has the pages of the whole list',
    successes(
      (request, response) => isList(request, response) && request.query.has('priority'),
      (json) => json.totalPages++,
    ),
  ),
  read(
    'EP-5',
    '`page` is ignored',
    around('listIssues', (before) => (project, query) => {
      const first = new URLSearchParams(query);
      first.delete('page');
      return { ...before(project, first), page: Number(query.get('page') ?? 1) };
    }),
  ),
  read(
    'EP-5',
    'the last issue of a page is the first of the next',
    around('listIssues', (before) => (project, query) => {
      const list = before(project, query);
      if (list.page === 1) return list;
      const last = new URLSearchParams(query);
      last.set('page', String(list.page - 1));
      return { ...list, data: [before(project, last).data.at(-1), ...list.data.slice(0, -1)] };
    }),
  ),
  ...filterNames.flatMap((name) => [
    read(
      'EP-6',
      `\`${name}\` is ignored`,
      filter(name, () => true),
    ),
    read(
      'EP-6',
      `\`${name}\` finds nothing`,
      filter(name, () => false),
    ),
  ]),
  read('EP-6', '`q` searches titles alone', (s) => filter('q', ({ title }, value) => s.finds(title, value))(s)),
  read('EP-6', '`q` searches descriptions alone', (s) =>
    filter('q', ({ description }, value) => s.finds(description, value))(s),
  ),
  read(
    'EP-6',
    '`status=blocked` finds open issues',
    filter('status', ({ status }, value) => status === value.replace('blocked', 'open')),
  ),
  read(
    'EP-6',
    'an issue that passes one of two filters is found',
    around('passes', (_, s) => (issue, query) => {
      const used = Object.entries(s.filters).filter(([name]) => query.has(name));
      return used.length === 0 || used.some(([name, passes]) => passes(issue, query.get(name) ?? ''));
    }),
  ),
  ...filterNames.flatMap((name) =>
    filterNames
      .filter((other) => other !== name)
      .map((other) => read('EP-6', `\`${name}\` is ignored beside \`${other}\``, ignoredBeside(name, other))),
  ),
  read('EP-7', 'the default limit is 50', pageOf({ standard: 50 })),
  read('EP-7', 'the default limit is 10', pageOf({ standard: 10 })),
  read('EP-7', 'a limit above 50 is rejected', pageOf({ most: 50 })),
  read('EP-7', 'a limit above 100 is accepted', pageOf({ most: 500 })),
  read(
    'EP-7',
    'a limit above 40 counts as 40',
    around('number', (before) => (query, name, standard, most) => {
      const value = before(query, name, standard, most);
      return name === 'limit' ? Math.min(value, 40) : value;
    }),
  ),
  read(
    'EP-7',
    'a limit out of range gets 422',
    otherStatus(400, 422, ({ query }) => query.has('limit')),
  ),
  read(
    'EP-7',
    'a limit that is not a number counts as the default',
    around(
      'number',
      (before) => (query, name, standard, most) =>
        Number.isNaN(Number(query.get(name))) ? standard : before(query, name, standard, most),
    ),
  ),
  read(
    'EP-7',
    'a limit of 1 is rejected',
    around('number', (before) => (query, name, standard, most) => {
      if (name === 'limit' && query.get(name) === '1') throw invalid(name, 'must be from 2 to 100');
      return before(query, name, standard, most);
    }),
  ),
  read(
    'EP-7',
    'a limit of 1 counts as 2',
    around('number', (before) => (query, name, standard, most) => {
      const value = before(query, name, standard, most);
      return name === 'limit' ? Math.max(value, 2) : value;
    }),
  ),
  read(
    'EP-5',
    'there is one page too many if the last one is full',
    around('pageJson', (before) => (items, total, page, limit) => ({
      ...before(items, total, page, limit),
      totalPages: Math.floor(total / limit) + 1,
    })),
  ),
  read(
    'EP-5',
    'a page after the last has the issues of the first',
    around('listIssues', (before) => (project, query) => {
      const list = before(project, query);
      if (list.data.length > 0) return list;
      const first = new URLSearchParams(query);
      first.delete('page');
      return { ...list, data: before(project, first).data };
    }),
  ),
  read(
    'EP-6',
    'a page is filtered after it was cut',
    around('listIssues', (before) => (project, query) => {
      const [all, page] = [new URLSearchParams(), new URLSearchParams(query)];
      all.set('limit', '100');
      for (const name of filterNames) page.delete(name);
      const list = before(project, page);
      for (const name of filterNames) if (query.has(name)) all.set(name, query.get(name) ?? '');
      const found = before(project, all).data.map(({ issueNumber }: Json) => issueNumber);
      return {
        ...list,
        data: list.data.filter(({ issueNumber }: Json) => found.includes(issueNumber)),
        total: found.length,
      };
    }),
  ),
  read('EP-6', '`q` is decoded as Latin-1', (s) => {
    const { finds } = s;
    s.finds = (text, value) => finds(text, Buffer.from(value).toString('latin1'));
  }),
  read(
    'EP-6',
    '`label` matches prefixes',
    filter('label', ({ labels }, value) => labels.some((label) => label.startsWith(value))),
  ),
  read(
    'EP-6',
    '`label` checks only the first label',
    filter('label', ({ labels }, value) => labels[0] === value),
  ),
  read(
    'EP-4',
    '`organizationSlug` matches prefixes',
    around(
      'ofSlug',
      () =>
        ({ slug }, value) =>
          value === null || slug.startsWith(value),
    ),
  ),
  read(
    'EP-4',
    '`organizationSlug` matches slugs that are its prefix',
    around(
      'ofSlug',
      () =>
        ({ slug }, value) =>
          value === null || value.startsWith(slug),
    ),
  ),
  read(
    'EP-4',
    '`organizationSlug` matches parts',
    around(
      'ofSlug',
      () =>
        ({ slug }, value) =>
          value === null || slug.includes(value),
    ),
  ),
  read(
    'EP-4',
    '`organizationId` matches prefixes',
    around(
      'ofId',
      () =>
        ({ id }, value) =>
          value === null || id.startsWith(value),
    ),
  ),
];
