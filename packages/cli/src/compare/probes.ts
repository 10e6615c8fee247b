import { consoleLevels, issuePriorities, issueStatuses, limits, settableStatuses } from '@issue-tracking/model';
import { type Aspect, fixed, mark } from './aspects.ts';
import type { RuleId } from './findings.ts';
import type { Probe } from './probe.ts';
import type { ServiceData } from './service-data.ts';
import type { Filters } from './words.ts';

/** A word that no title, description, label or enumeration has. */
const unused = 'qzxvkwjpq9f1c';
const foreignId = '9f1c2b7e-5d3a-4c86-8e21-7a0b6f4d9c35';

type Row = Partial<Probe>;
const without = (...names: Aspect[]) => fixed.filter((aspect) => !names.includes(aspect));

/** What a wrong query value shows: the status one rule, the body another. */
const badQuery = { rules: ['ERR-4', 'ERR-2'], breaks: { error: 'ERR-2', field: 'ERR-2' } } as const;

/** All reads but those of `read-service-data.ts`, in order: rows that decide a behavior option come before rows that depend on it. */
export function reads(serviceData: ServiceData): Probe[] {
  const { organization, total, sample: issue } = serviceData;
  const project = serviceData.projectId || undefined;
  const projects = (name: string, query: Probe['query'], row: Row = {}): Probe => ({
    name,
    rules: ['EP-4'],
    endpoint: 'projects.list',
    query,
    unless: 'the credential sees no project',
    ...row,
  });
  const list = (name: string, query: Probe['query'], row: Row = {}): Probe => ({
    name,
    rules: ['EP-6'],
    endpoint: 'issues.list',
    project,
    query,
    unless: 'no issue that was read shows it',
    ...row,
  });
  const find = (name: string, filters: Filters, row: Row = {}) =>
    list(name, { ...filters, limit: limits.maxPageSize }, { breaks: { counts: 'EP-5' }, ...row });
  const missing = (name: string, row: Row): Probe => ({
    name,
    rules: ['ERR-3'],
    endpoint: 'issues.get',
    project: `no-such-${unused}`,
    issue: 1,
    ...row,
  });
  const logs = (name: string, level: string, row: Row = {}): Probe => ({
    name,
    rules: ['EP-13'],
    endpoint: 'issues.consoleLogs',
    project,
    issue,
    query: { level },
    unless: 'there is no issue',
    ...row,
  });
  const pages = { aspects: ['status', 'counts', 'page'], unless: 'the project has fewer than two issues' } as const;
  const several = <Value>(value: Value) => (total > 1 ? value : undefined);
  const sees = <Value>(value: Value) => (serviceData.projects.length > 0 ? value : undefined);
  // A service may reject an organization that isn't the caller's (GAP-37).
  const unknown: Row = { rules: ['EP-4', 'EP-1'], breaks: { counts: 'EP-1' }, open: 'reject' };
  const ofAll: Row = serviceData.areProjectsCut ? { aspects: ['status'] } : { breaks: { counts: 'EP-1' } };

  return [
    projects('organizationSlug', { organizationSlug: organization.slug }, ofAll),
    projects('unknown organizationSlug', { organizationSlug: sees(unused) }, unknown),
    projects(
      'beginning of an organizationSlug',
      { organizationSlug: organization.slug?.slice(0, -1) || undefined },
      unknown,
    ),
    projects('longer organizationSlug', { organizationSlug: organization.slug && `${organization.slug}0` }, unknown),
    projects('organizationId', { organizationId: organization.id }, ofAll),
    projects('unknown organizationId', { organizationId: sees(foreignId) }, unknown),
    projects(
      'beginning of an organizationId',
      { organizationId: organization.id?.slice(0, -1) || undefined },
      {
        aspects: ['entries'],
      },
    ),

    list(
      'page without a limit',
      {},
      {
        rules: ['EP-7', 'EP-5'],
        breaks: { counts: 'EP-5', entries: 'EP-7' },
        aspects: ['status', 'counts', 'page'],
        project: total > 20 ? project : undefined,
        unless: 'the project has no more than 20 issues',
      },
    ),
    list(
      'first page',
      { limit: several(Math.ceil(total / 2)) },
      { ...pages, rules: ['EP-5', 'EP-7'], breaks: { page: 'EP-7' } },
    ),
    list('second page', { limit: several(Math.ceil(total / 2)), page: 2 }, { ...pages, rules: ['EP-5'] }),
    list(
      'last page',
      { limit: several(1), page: total },
      { ...pages, rules: ['EP-5', 'EP-7'], breaks: { status: 'EP-7', page: 'EP-7' } },
    ),
    list(
      'page past the end',
      { limit: 1, page: total + 1 },
      { rules: ['EP-5'], open: 'reject', decides: { pagePastEnd: 'outcome' } },
    ),
    list('unknown parameter', { limit: 1, qzxvk: 1 }, { rules: [], decides: { unknownParameters: 'status' } }),
    ...['101', 'ten', '0'].map((limit) =>
      list(
        `limit=${limit}`,
        { limit },
        {
          rules: ['EP-7', 'ERR-4', 'ERR-2'],
          breaks: { ...badQuery.breaks, status: ['EP-7', 'ERR-4'] },
          ...(limit === '0' && { open: 'accept' }), // The specification has no minimum.
        },
      ),
    ),
    ...(['status', 'priority'] as const).flatMap((member) => [
      list(`unknown ${member}`, { [member]: unused }, badQuery),
      list(`beginning of a ${member}`, { [member]: member === 'status' ? 'fix' : 'crit' }, badQuery),
      list(
        `${member} in capitals`,
        { [member]: member === 'status' ? 'OPEN' : 'HIGH' },
        { ...badQuery, rules: ['ERR-2'], open: 'accept' },
      ),
    ]),

    find('text that nothing has', { q: unused }),
    ...issueStatuses.map((status) =>
      find(
        `status ${status}`,
        { status },
        { rules: ['EP-6', 'STA-1', 'EP-5'], breaks: { counts: 'EP-5', status: 'STA-1', entries: ['EP-6'] } },
      ),
    ),
    ...issuePriorities.map((priority) =>
      find(
        `priority ${priority}`,
        { priority },
        { rules: ['EP-6', 'STA-2', 'EP-5'], breaks: { counts: 'EP-5', status: 'STA-2' } },
      ),
    ),
    find('label', { label: serviceData.label }),
    find('beginning of a label', { label: serviceData.partOfLabel }),
    find('word of a title', { q: serviceData.titleWord }, { decides: { search: 'entries' } }),
    find('word of a description', { q: serviceData.descriptionWord }, { decides: { search: 'entries' } }),
    find('part of a word', { q: serviceData.partOfWord }, { rules: [], decides: { search: 'entries' } }),
    find('word in capitals', { q: serviceData.wordInCapitals }, { rules: [], decides: { search: 'entries' } }),
    find('words in another order', { q: serviceData.wordsApart }, { rules: [], decides: { search: 'entries' } }),
    find('pattern', { q: serviceData.pattern }, { rules: [], decides: { search: 'entries' } }),
    list(
      'second page of a status',
      { status: serviceData.spreadStatus, limit: 1, page: 2 },
      { aspects: ['status', 'length'] },
    ),
    ...serviceData.combinations.map((filters) => find(Object.keys(filters).join(' and '), filters)),

    missing('unknown issue', { rules: ['EP-8'], project, issue: serviceData.unknownNumber }),
    missing('comments of an unknown issue', {
      rules: ['EP-8'],
      endpoint: 'issues.comments.list',
      project,
      issue: serviceData.unknownNumber,
    }),
    missing('number of an issue in another project', {
      rules: ['EP-8'],
      project: serviceData.otherProjectId,
      issue: serviceData.numberElsewhere,
      aspects: ['status', 'values'],
      unless: 'the credential sees one project',
    }),
    missing('issues of an unknown project', { endpoint: 'issues.list' }),
    missing('issue of an unknown project', {}),
    missing('comments of an unknown project', { endpoint: 'issues.comments.list' }),
    ...consoleLevels.map((level) =>
      logs(`level ${level}`, level, {
        issue: serviceData.hasLevels && !serviceData.truncated ? issue : undefined,
        unless: serviceData.truncated ?? 'no issue that was read has entries of two levels',
      }),
    ),
    logs('beginning of a level', 'err', badQuery),
    logs('unknown level', unused, { ...badQuery, rules: ['ERR-4', 'ERR-2', 'EP-13'] }),
  ];
}

/** Users of the service see the comment, so its text says what it is for. */
const text = ` ${mark} of this API, please ignore. <b>&amp;</b>\r\ne\u0301 `;

/** All writes to the test issue, in order, with the reads that show them. */
export function writes(
  serviceData: ServiceData,
  { issueNumber: issue, status, priority }: { issueNumber: number; status: string; priority: string },
): Probe[] {
  const { projectId: project, truncated } = serviceData;
  const [first, second, third] = settableStatuses.filter((other) => other !== status);
  const [low, high] = issuePriorities.filter((other) => other !== priority);
  const patch = (name: string, body: unknown, row: Row = {}): Probe => ({
    name,
    rules: ['EP-9'],
    endpoint: 'issues.update',
    project,
    issue,
    body,
    ...row,
  });
  const post = (name: string, body: unknown, row: Row = {}): Probe =>
    patch(name, body, { endpoint: 'issues.comments.create', rules: ['EP-12', 'ERR-2'], ...row });
  const shows = (name: string, row: Row = {}): Probe => ({
    name: `issue after ${name}`,
    rules: ['EP-9'],
    endpoint: 'issues.get',
    project,
    issue,
    aspects: without('summary'),
    ...row,
  });
  /** A new status moves the time of the issue; of a priority alone that is open (GAP-43). */
  const move = (name: string, body: object): Probe[] => [
    patch(name, body, {
      rules: ['EP-9', 'STA-3', 'STA-4', 'AUTH-5', 'GEN-1', 'GEN-4'],
      breaks: { state: 'STA-4', moved: 'STA-4', zone: 'GEN-4' },
      aspects: [...fixed, 'state', 'zone'],
      open: 'reject',
    }),
    shows(name, {
      rules: ['EP-9', 'STA-3', 'STA-4'],
      breaks: { state: 'STA-3', moved: 'STA-4' },
      aspects: [...without('summary'), 'state'],
    }),
  ];
  const reject = (status: 'verified' | 'closed', rule: RuleId): Probe[] => [
    patch(status, { status }, { rules: [rule], aspects: ['rejected'], decides: { statusRejection: 'rejection' } }),
    shows(status, { rules: [rule] }),
  ];
  const wrong = (member: 'status' | 'priority') =>
    [unused, member === 'status' ? 'OPEN' : 'HIGH', null, ['open']].map((value) =>
      patch(
        `${member} ${JSON.stringify(value)}`,
        { [member]: value },
        { rules: ['EP-10', 'ERR-2'], breaks: { error: 'ERR-2' } },
      ),
    );
  const elsewhere = { unless: 'the credential sees no other issue' };

  return [
    patch('a priority', { priority: low }, { aspects: without('moved') }),
    shows('a priority', { aspects: without('summary', 'moved') }),
    ...move(`status ${first}`, { status: first }),
    patch('another priority', { priority: high }, { aspects: without('moved') }),
    ...move('both', { status: second, priority: low }),
    {
      name: 'list after changes',
      rules: ['EP-9'],
      endpoint: 'issues.list',
      project,
      query: { limit: limits.maxPageSize },
      aspects: ['status', 'values', 'others'],
    },
    {
      name: 'list of another project after changes',
      rules: ['EP-9'],
      endpoint: 'issues.list',
      project: serviceData.otherProjectId,
      query: { limit: limits.maxPageSize },
      aspects: ['status', 'others'],
      unless: 'the credential sees one project',
    },
    ...move(`status ${third}`, { status: third }),
    ...move(`status ${status}`, { status }),
    ...wrong('status'),
    ...wrong('priority'),
    patch('a status beside a wrong priority', { status: first, priority: unused }, { rules: ['EP-10', 'ERR-2'] }),
    shows('a status beside a wrong priority', { rules: ['EP-10'] }),
    patch('a priority beside a wrong status', { status: unused, priority: low }, { rules: ['EP-10', 'ERR-2'] }),
    shows('a priority beside a wrong status', { rules: ['EP-10'] }),
    patch('no content type', { priority }, { rules: ['GEN-3', 'ERR-4'], breaks: { error: 'ERR-2' }, type: null }),
    patch('broken JSON', '{"priority":', { rules: ['ERR-4', 'ERR-2'], breaks: { error: 'ERR-2' } }),
    patch(
      'a charset',
      { priority },
      {
        rules: ['GEN-3'],
        type: 'application/json; charset=utf-8',
        aspects: ['status', 'values'],
        open: 'reject',
      },
    ),
    ...reject('verified', 'STA-5'),
    ...reject('closed', 'STA-6'),
    patch('unknown member', { priority, qzxvk: 1 }, { rules: [], decides: { unknownMembers: 'status' } }),
    post(
      'comment',
      { content: text },
      {
        rules: ['EP-12', 'GEN-2', 'AUTH-5', 'GEN-1', 'GEN-4'],
        breaks: { encoding: 'GEN-2', zone: 'GEN-4' },
        aspects: [...fixed, 'lacks', 'zone'],
        decides: { commentStatus: 'status' },
      },
    ),
    {
      name: 'comments after one was added',
      rules: ['EP-12', 'EP-11'],
      endpoint: 'issues.comments.list',
      project,
      issue: truncated ? undefined : issue,
      unless: truncated,
      aspects: ['status', 'added', 'values'],
      decides: { commentOrder: 'order' },
    },
    {
      name: 'comments of another issue',
      rules: ['EP-12'],
      endpoint: 'issues.comments.list',
      project,
      issue: serviceData.commentedBeside(issue),
      ...elsewhere,
    },
    ...[{}, { content: 7 }, { content: null }, { content: [text] }].map((body) =>
      post(`comment ${JSON.stringify(body).slice(0, 14)}`, body, { breaks: { error: 'ERR-2' } }),
    ),
    post(
      'comment without a content type',
      { content: `${mark} (it should have been rejected)` },
      {
        rules: ['GEN-3', 'ERR-4'],
        breaks: { error: 'ERR-2' },
        type: null,
      },
    ),
    post('comment of broken JSON', '{"content":', { rules: ['ERR-4', 'ERR-2'], breaks: { error: 'ERR-2' } }),
  ];
}

/** The last request, the only one without a credential. A second one would bring a lockout closer (AUTH-7). */
export const anonymous: Probe = {
  name: 'no credential',
  rules: ['AUTH-3'],
  endpoint: 'projects.list',
  anonymous: true,
  aspects: ['status'],
};
