/** A part of a rule that a run can test. */
export interface Part {
  /** The noun of the checked objects, singular and plural. */
  readonly noun: readonly [string, string];
  /** Why the part was not tested, if the data is the reason. */
  readonly unless: string;
  /** Whether only a write shows the part. */
  readonly write: boolean;
}

const noData = 'the data does not show it';

/** Returns a part that reads can test. */
function read(one: string, more = `${one}s`, unless = noData): Part {
  return { noun: [one, more], unless, write: false };
}

function write(one: string, more = `${one}s`): Part {
  return { noun: [one, more], unless: noData, write: true };
}

const emptyList = 'the tested issues have none';

/**
 * The tested parts of each rule. A rule passes if each part was tested and none is wrong. Rules without an entry are never
 * tested; `rules.ts` says why.
 */
export const ruleParts = {
  'GEN-1': {
    reads: read('read path', 'read paths', 'there is no issue'),
    writes: write('written path'),
  },
  'GEN-2': { responses: read('response'), requests: write('sent text') },
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
    shown: read('shown status', 'shown statuses', 'there is no issue'),
    filters: read('status filter', 'status filters', 'there is no project'),
  },
  'STA-2': {
    shown: read('shown priority', 'shown priorities', 'there is no issue'),
    filters: read('priority filter', 'priority filters', 'there is no project'),
  },
  'STA-3': { moves: write('status set', 'statuses set') },
  'STA-4': { response: write('response'), updatedAt: write('time') },
  'STA-5': { rejections: write('rejection'), kept: write('read of the issue', 'reads of the issue') },
  'STA-6': { rejections: write('rejection'), kept: write('read of the issue', 'reads of the issue') },
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
      'no tested issue has a word in its description that its title lacks',
    ),
    nothing: read('filter that finds nothing', 'filters that find nothing', 'there is no project'),
    together: read(
      'filter beside others',
      'filters beside others',
      'no filter excludes an issue that another includes',
    ),
  },
  'EP-7': {
    standard: read('page without a limit', 'pages without a limit', 'the project has no more than 20 issues'),
    limit: read('limit', 'limits', 'there is no project'),
    rejections: read('rejection', 'rejections', 'there is no project'),
  },
  'EP-8': {
    issue: read('issue', 'issues', 'there is no issue'),
    absent: read('unknown issue', 'unknown issues', 'there is no project'),
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
    kept: write('read of the issue', 'reads of the issue'),
  },
  'EP-11': { list: read('list', 'lists', 'there is no issue') },
  'EP-12': {
    added: write('comment'),
    listed: write('list of comments', 'lists of comments'),
    rejections: write('comment without a text', 'comments without a text'),
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
  'AUTH-4': { rejections: read('rejection', 'rejections', 'the credential has all needed scopes') },
  'AUTH-5': {
    reads: read('kind of read', 'kinds of read', 'there is no issue'),
    writes: write('kind of write', 'kinds of write'),
  },
  'ERR-1': { errors: read('error') },
  'ERR-2': { queries: read('query', 'queries', 'there is no project'), bodies: write('body', 'bodies') },
  'ERR-3': { projects: read('unknown project') },
  'ERR-4': {
    queries: read('query value', 'query values', 'there is no project'),
    bodies: write('broken body', 'broken bodies'),
  },
  'ERR-5': { errors: read('error', 'errors', 'none occurred') },
  'ERR-6': { rejections: read('rejection', 'rejections', 'none occurred: the rate is never used up') },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Part>>>>;

/** A rule that a run can test. */
export type TestedRule = keyof typeof ruleParts;
/** The name of a part of a rule. */
export type PartOf<Rule extends TestedRule> = keyof (typeof ruleParts)[Rule] & string;

/** Untested parts of tested rules, and why. */
export const partlyTested: Readonly<Partial<Record<TestedRule, string>>> = {
  'RES-4': 'jsErrorCount, which no list shows',
  'EP-12': 'whether the text is stored unchanged, which the specification leaves open',
  'AUTH-2': 'the prefix of other keys',
  'AUTH-3':
    'wrong and expired credentials, and other paths than that of the projects: each attempt counts towards a lockout',
  'AUTH-5': 'the scopes of the credential',
};
