import {
  accepts,
  around,
  type BrokenService,
  ends,
  isIssue,
  read,
  replaceError,
  result,
  successes,
} from './broken-service.ts';

const listed = [
  ['comments', 'EP-11'],
  ['console-logs', 'EP-13'],
  ['network-logs', 'EP-14'],
  ['screenshots', 'EP-15'],
  ['user-actions', 'EP-17'],
] as const;
const noSuchIssue = { error: 'Invalid input', details: [{ field: 'issueNumber', message: 'is that of no issue' }] };

export const issues: BrokenService[] = [
  read(
    'EP-8',
    'the next issue is returned',
    around('getIssue', (before, s) => (issue) => {
      const next = s.data.projects[0]?.issues.find(({ number }) => number === issue.number + 1);
      return before(next ?? issue);
    }),
  ),
  read(
    'EP-8',
    'another issue is returned with the requested number',
    result('issueJson', (issue) => ({
      ...issue,
      title: 'Something else',
    })),
  ),
  read('EP-8', 'an unknown issue is `null`', accepts(isIssue, { data: null })),
  read('EP-8', 'an unknown issue is a 400', replaceError('noIssue', 400, noSuchIssue)),
  read('EP-8', 'an unknown issue has an empty list of comments', accepts(ends('comments'), { data: [], total: 0 })),
  read(
    'EP-8',
    'the issue of another project is returned',
    around('issue', (before, s) => (project, number) => {
      const all = s.data.projects.flatMap(({ issues }) => issues);
      const own = project.issues.some((issue) => issue.number === Number(number));
      const found = all.find((issue) => issue.number === Number(number));
      return own || !found ? before.call(s, project, number) : found;
    }),
  ),
  ...listed.flatMap(([part, rule]) => [
    read(
      rule,
      `${part} have no total`,
      successes(ends(part), (json) => delete json.total),
    ),
    read(
      rule,
      `the total of ${part} is one too many`,
      successes(ends(part), (json) => json.total++),
    ),
    read(
      rule,
      `the total of ${part} is one too few`,
      successes(ends(part), (json) => json.total--),
    ),
    read(
      rule,
      `${part} are an object`,
      successes(ends(part), (json) => Object.assign(json, { data: { ...json.data } })),
    ),
  ]),
  read(
    'EP-13',
    '`level` is ignored',
    around('ofLevel', () => () => true),
  ),
  read(
    'EP-13',
    '`level=warn` finds nothing',
    around('ofLevel', (before) => (entry, level) => level !== 'warn' && before(entry, level)),
  ),
  read(
    'EP-13',
    '`level=error` returns warnings too',
    around(
      'ofLevel',
      (before) => (entry, level) => before(entry, level) || (level === 'error' && entry['level'] === 'warn'),
    ),
  ),
  read(
    'EP-16',
    'the technical context has a total',
    result('techContext', (json) => ({ ...json, total: 1 })),
  ),
  read(
    'EP-16',
    'the technical context is a list',
    result('techContext', ({ data }) => ({ data: [data] })),
  ),
];
