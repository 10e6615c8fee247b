import { consoleLevels, issuePriorities, issueStatuses, limits } from '@issue-tracking/model';
import type { Filters } from './issue-filters.ts';
import { type Probe, type Row, unused } from './probe.ts';
import type { ServiceData } from './service-data.ts';

const foreignId = '9f1c2b7e-5d3a-4c86-8e21-7a0b6f4d9c35';

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

/** The last request, the only one without a credential. A second one would bring a lockout closer (AUTH-7). */
export const anonymous: Probe = {
  name: 'no credential',
  rules: ['AUTH-3'],
  endpoint: 'projects.list',
  anonymous: true,
  aspects: ['status'],
};
