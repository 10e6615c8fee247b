import { key } from '../../../../tools/test/spec-service/data.ts';
import type { SpecService } from '../../../../tools/test/spec-service/service.ts';
import { invalid, type Json } from '../../../../tools/test/spec-service/wire.ts';
import {
  around,
  type Breaks,
  isList,
  isProjects,
  type Mutant,
  otherStatus,
  read,
  result,
  successes,
} from './mutant.ts';

/** The maker of the key is in a second organization, whose projects it sees too. */
const twoOrganizations: Breaks = (s) => {
  const other = s.data.projects.find(({ organization }) => organization.slug === 'branch')?.organization;
  if (other) s.data.credentials.get(key)?.organizations.push(other);
};

/** Every key sees every project. */
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

export const lists: Mutant[] = [
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
      (asked, answered) => isList(asked, answered) && asked.query.has('status'),
      (json) => json.total++,
    ),
  ),
  read(
    'EP-5',
    'a filtered list has the pages of the whole list',
    successes(
      (asked, answered) => isList(asked, answered) && asked.query.has('priority'),
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
  read('EP-6', '`q` searches titles alone', (s) => filter('q', ({ title }, asked) => s.finds(title, asked))(s)),
  read('EP-6', '`q` searches descriptions alone', (s) =>
    filter('q', ({ description }, asked) => s.finds(description, asked))(s),
  ),
  read(
    'EP-6',
    '`status` takes "blocked" for "open"',
    filter('status', ({ status }, asked) => status === asked.replace('blocked', 'open')),
  ),
  read(
    'EP-6',
    'of two filters one is enough',
    around('passes', (_, s) => (issue, query) => {
      const asked = Object.entries(s.filters).filter(([name]) => query.has(name));
      return asked.length === 0 || asked.some(([name, passes]) => passes(issue, query.get(name) ?? ''));
    }),
  ),
  ...filterNames.flatMap((name) =>
    filterNames
      .filter((other) => other !== name)
      .map((other) => read('EP-6', `\`${name}\` is ignored beside \`${other}\``, ignoredBeside(name, other))),
  ),
  read('EP-7', '50 issues to a page', pageOf({ standard: 50 })),
  read('EP-7', '10 issues to a page', pageOf({ standard: 10 })),
  read('EP-7', 'more than 50 issues to a page are refused', pageOf({ most: 50 })),
  read('EP-7', 'a limit above 100 is accepted', pageOf({ most: 500 })),
  read(
    'EP-7',
    'a limit above 40 gives 40',
    around('number', (before) => (query, name, standard, most) => {
      const value = before(query, name, standard, most);
      return name === 'limit' ? Math.min(value, 40) : value;
    }),
  ),
  read(
    'EP-7',
    'a limit out of range is refused with 422',
    otherStatus(400, 422, ({ query }) => query.has('limit')),
  ),
  read(
    'EP-7',
    'a limit that is not a number counts as none',
    around(
      'number',
      (before) => (query, name, standard, most) =>
        Number.isNaN(Number(query.get(name))) ? standard : before(query, name, standard, most),
    ),
  ),
  read(
    'EP-7',
    'a limit of 1 is refused',
    around('number', (before) => (query, name, standard, most) => {
      if (name === 'limit' && query.get(name) === '1') throw invalid(name, 'must be from 2 to 100');
      return before(query, name, standard, most);
    }),
  ),
  read(
    'EP-7',
    'a limit of 1 gives 2',
    around('number', (before) => (query, name, standard, most) => {
      const value = before(query, name, standard, most);
      return name === 'limit' ? Math.max(value, 2) : value;
    }),
  ),
  read(
    'EP-5',
    'there is a page more where the last one is full',
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
  read('EP-6', '`q` is taken for Latin-1', (s) => {
    const { finds } = s;
    s.finds = (text, asked) => finds(text, Buffer.from(asked).toString('latin1'));
  }),
  read(
    'EP-6',
    '`label` finds what begins so',
    filter('label', ({ labels }, asked) => labels.some((label) => label.startsWith(asked))),
  ),
  read(
    'EP-6',
    '`label` looks at the first label alone',
    filter('label', ({ labels }, asked) => labels[0] === asked),
  ),
  read(
    'EP-4',
    '`organizationSlug` finds what begins so',
    around(
      'ofSlug',
      () =>
        ({ slug }, asked) =>
          asked === null || slug.startsWith(asked),
    ),
  ),
  read(
    'EP-4',
    '`organizationSlug` finds what it begins with',
    around(
      'ofSlug',
      () =>
        ({ slug }, asked) =>
          asked === null || asked.startsWith(slug),
    ),
  ),
  read(
    'EP-4',
    '`organizationSlug` finds a part',
    around(
      'ofSlug',
      () =>
        ({ slug }, asked) =>
          asked === null || slug.includes(asked),
    ),
  ),
  read(
    'EP-4',
    '`organizationId` finds what begins so',
    around(
      'ofId',
      () =>
        ({ id }, asked) =>
          asked === null || id.startsWith(asked),
    ),
  ),
];
