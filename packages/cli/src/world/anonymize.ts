import type { PulledWorld } from '@issue-tracking/mock';
import { isMembers, listOf, type Members } from '../findings/json.ts';
import { Pseudonyms } from './pseudonyms.ts';

/** What tells nothing of anybody, or is needed to find one's way: ids, states, times, measures, versions. */
const kept = {
  project: ['id', 'createdAt'],
  issue: [
    'id',
    'issueNumber',
    'status',
    'priority',
    'createdAt',
    'updatedAt',
    'browserInfo',
    'osInfo',
    'viewportSize',
    'metadataSummary',
  ],
  entry: ['id', 'level', 'method', 'status', 'duration', 'type', 'width', 'height', 'createdAt', 'timestamp'],
  techContext: ['browserInfo', 'osInfo', 'viewportSize'],
};
const lists = ['comments', 'consoleLogs', 'networkLogs', 'screenshots', 'userActions'];
const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * The same world with other people, texts and addresses. Each word stands for the same word everywhere, so that labels
 * and searches still find what belongs together; what a service has added is treated as text. The same data always
 * gives the same file.
 */
export function anonymize(world: PulledWorld): PulledWorld {
  const pseudonyms = new Pseudonyms();

  function scrambled(value: unknown): unknown {
    if (typeof value === 'string') return isTime.test(value) ? value : pseudonyms.text(value);
    if (Array.isArray(value)) return value.map(scrambled);
    if (isMembers(value))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, scrambled(member)]));
    return value;
  }

  function members(
    of: Members,
    keep: readonly string[],
    own: Readonly<Record<string, (value: unknown) => unknown>> = {},
  ): Members {
    const change = (name: string, value: unknown) =>
      own[name]?.(value) ?? (keep.includes(name) ? value : scrambled(value));
    return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(name, value)]));
  }

  const entries = (value: unknown) => listOf(value).map((entry) => members(entry, kept.entry, { source: place }));
  /** `url:line:column` */
  const place = (value: unknown) => {
    if (typeof value !== 'string') return undefined;
    const [end = ''] = /(?::\d+){0,2}$/.exec(value) ?? [];
    return pseudonyms.text(value.slice(0, value.length - end.length)) + end;
  };
  /** Properties and values of CSS say nothing; texts and addresses in them may. */
  const styles = (value: unknown) => {
    if (!isMembers(value)) return undefined;
    const quoted = /(["'])(.*?)\1|url\(([^)]*)\)/g;
    const safe = (style: unknown) =>
      typeof style === 'string'
        ? style.replaceAll(quoted, (text) => text.replace(/(?<=["'(]).*(?=["')])/, (inner) => pseudonyms.text(inner)))
        : scrambled(style);
    return Object.fromEntries(Object.entries(value).map(([name, style]) => [name, safe(style)]));
  };
  const techContext = (value: unknown) =>
    isMembers(value) ? members(value, kept.techContext, { elementStyles: styles }) : value;
  const own = { ...Object.fromEntries(lists.map((list) => [list, entries])), techContext };
  const issue = (value: Members) => members(value, kept.issue, own);
  const issues = (value: unknown) => listOf(value).map(issue);

  const organizations = (world.organizations ?? []).map(({ projects = [], apiKeys, ...organization }) => ({
    ...members(organization, ['id', 'active']),
    projects: projects.map((project) => members(project, kept.project, { issues })),
    apiKeys,
  }));
  // Members were replaced by others of their kind.
  return { ...world, organizations } as unknown as PulledWorld;
}
