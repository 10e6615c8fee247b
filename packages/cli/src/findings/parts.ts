/** Something of a rule that a run can look at. */
export interface Part {
  /** The counted noun, singular and plural. */
  readonly noun: readonly [string, string];
  /** Why it was not seen, where the data is the reason. */
  readonly unless: string;
  /** Only a write shows it. */
  readonly write: boolean;
}

const noData = 'the data does not show it';

/** A part that reads show: its singular, its plural, and why a run may not see it. */
function read(one: string, more = `${one}s`, unless = noData): Part {
  return { noun: [one, more], unless, write: false };
}

function write(one: string, more = `${one}s`): Part {
  return { noun: [one, more], unless: noData, write: true };
}

const emptyList = 'the issues that were looked at have none';

/**
 * The parts of each rule that a run checks. A rule holds when each part of it was seen and none was wrong; what has no entry
 * here is never looked at, and says why in `rules.ts`.
 */
export const ruleParts = {
  'GEN-1': {
    reads: read('path that is read', 'paths that are read', 'there is no issue'),
    writes: write('path that is written to', 'paths that are written to'),
  },
  'GEN-2': { responses: read('response'), requests: write('text that was sent', 'texts that were sent') },
  'GEN-3': {
    patch: write('body of another type', 'bodies of another type'),
    untyped: write('request without a type', 'requests without a type'),
    charset: write('charset'),
  },
  'GEN-4': { form: read('timestamp'), zone: write('new timestamp') },
  'GEN-5': { responses: read('success', 'successes') },
  'RES-1': { projects: read('project', 'projects', 'the credential sees no project') },
  'RES-2': { items: read('issue', 'issues', 'the list is empty') },
  'RES-3': {
    issues: read('issue', 'issues', 'there is no issue'),
    fields: read('field', 'fields', 'there is no issue'),
  },
  'RES-4': {
    console: read('count of console errors', 'counts of console errors', 'there is no issue'),
    network: read('count of network errors', 'counts of network errors', 'there is no issue'),
    actions: read('count of actions', 'counts of actions', 'there is no issue'),
    screenshots: read('count of screenshots', 'counts of screenshots', 'there is no issue'),
  },
  'RES-5': { comments: read('comment', 'comments', emptyList) },
  'RES-6': { entries: read('entry', 'entries', emptyList) },
  'RES-7': { entries: read('entry', 'entries', emptyList) },
  'RES-8': { screenshots: read('screenshot', 'screenshots', emptyList) },
  'RES-9': { contexts: read('context', 'contexts', emptyList) },
  'RES-10': { actions: read('action', 'actions', emptyList) },
  'STA-1': {
    shown: read('status shown', 'statuses shown', 'there is no issue'),
    filters: read('status asked for', 'statuses asked for', 'there is no project'),
  },
  'STA-2': {
    shown: read('priority shown', 'priorities shown', 'there is no issue'),
    filters: read('priority asked for', 'priorities asked for', 'there is no project'),
  },
  'STA-3': { moves: write('status set', 'statuses set') },
  'STA-4': { response: write('response'), updatedAt: write('time') },
  'STA-5': { refused: write('refusal'), kept: write('look at the issue', 'looks at the issue') },
  'STA-6': { refused: write('refusal'), kept: write('look at the issue', 'looks at the issue') },
  'EP-1': { list: read('list'), total: read('total') },
  'EP-2': { projects: read('project', 'projects', 'the credential sees no project') },
  'EP-4': {
    slug: read('organizationSlug', 'organizationSlugs', 'the credential sees no project'),
    id: read('organizationId', 'organizationIds', 'the credential sees no project'),
  },
  'EP-5': {
    pages: read('page', 'pages', 'there is no project'),
    second: read('second page', 'second pages', 'the project has fewer than two issues'),
  },
  'EP-6': {
    status: read('status', 'statuses', 'there is no issue'),
    priority: read('priority', 'priorities', 'there is no issue'),
    label: read('label', 'labels', 'no issue of the list shows a label'),
    title: read('word of a title', 'words of titles', 'no title has a word that its description lacks'),
    description: read(
      'word of a description',
      'words of descriptions',
      'no issue that was looked at has a word in its description that its title lacks',
    ),
    nothing: read('filter that finds nothing', 'filters that find nothing', 'there is no project'),
    together: read(
      'filter beside others',
      'filters beside others',
      'no filter stops an issue that another lets through',
    ),
  },
  'EP-7': {
    standard: read('page without a limit', 'pages without a limit', 'the project has no more than 20 issues'),
    limit: read('limit', 'limits', 'there is no project'),
    refused: read('refusal', 'refusals', 'there is no project'),
  },
  'EP-8': {
    issue: read('issue', 'issues', 'there is no issue'),
    absent: read('issue that is not there', 'issues that are not there', 'there is no project'),
  },
  'EP-9': {
    priority: write('priority', 'priorities'),
    status: write('status', 'statuses'),
    both: write('change of both', 'changes of both'),
    others: {
      ...write('other issue', 'other issues'),
      unless: 'the credential sees no other issue',
    },
  },
  'EP-10': {
    status: write('wrong status', 'wrong statuses'),
    priority: write('wrong priority', 'wrong priorities'),
    kept: write('look at the issue', 'looks at the issue'),
  },
  'EP-11': { list: read('list', 'lists', 'there is no issue') },
  'EP-12': {
    added: write('comment'),
    listed: write('list of comments', 'lists of comments'),
    refused: write('comment without a text', 'comments without a text'),
  },
  'EP-13': {
    list: read('list', 'lists', 'there is no issue'),
    level: read('level', 'levels', 'there is no issue with console entries'),
  },
  'EP-14': { list: read('list', 'lists', 'there is no issue') },
  'EP-15': { list: read('list', 'lists', 'there is no issue') },
  'EP-16': { context: read('context', 'contexts', 'there is no issue') },
  'EP-17': { list: read('list', 'lists', 'there is no issue') },
  'AUTH-1': { accepted: read('request') },
  'AUTH-2': { projects: read('project', 'projects', 'the credential sees no project') },
  'AUTH-3': { missing: read('request without a credential', 'requests without a credential') },
  'AUTH-4': { refused: read('refusal', 'refusals', 'the credential has the scopes that were needed') },
  'AUTH-5': {
    reads: read('kind of read', 'kinds of read', 'there is no issue'),
    writes: write('kind of write', 'kinds of write'),
  },
  'ERR-1': { errors: read('error') },
  'ERR-2': { queries: read('query', 'queries', 'there is no project'), bodies: write('body', 'bodies') },
  'ERR-3': { projects: read('project that is not there', 'projects that are not there') },
  'ERR-4': {
    queries: read('query value', 'query values', 'there is no project'),
    bodies: write('broken body', 'broken bodies'),
  },
  'ERR-5': { errors: read('error', 'errors', 'none came') },
  'ERR-6': { refusals: read('refusal', 'refusals', 'none came: the rate is never used up') },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Part>>>>;

/** A rule that a run can look at. */
export type TestedRule = keyof typeof ruleParts;
/** Something of that rule. */
export type PartOf<Rule extends TestedRule> = keyof (typeof ruleParts)[Rule] & string;

/** The parts of checked rules that no run checks, and why. */
export const partlyTested: Readonly<Partial<Record<TestedRule, string>>> = {
  'RES-4': 'jsErrorCount, which no list shows',
  'EP-12': 'whether the text is kept as it was sent, which is open',
  'AUTH-2': 'what other keys begin with',
  'AUTH-3':
    'wrong and expired credentials, and other paths than that of the projects: each try counts towards a lockout',
  'AUTH-5': 'which scopes the credential has',
};
