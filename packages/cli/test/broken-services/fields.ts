import type { Json } from '../../../../tools/spec-service/wire.ts';
import { type Breaks, type BrokenService, ends, read, result, successes } from './broken-service.ts';

type Change = (entry: Json) => Json;

/** Each member has another type once, and each that is always there is missing once. */
function fields(
  rule: string,
  of: string,
  change: (change: Change) => Breaks,
  always: string,
  sometimes = '',
): BrokenService[] {
  const names = (text: string) => text.split(' ').filter(Boolean);
  const without =
    (name: string): Change =>
    ({ [name]: _, ...entry }) =>
      entry;
  const other =
    (name: string): Change =>
    (entry) => ({ ...entry, [name]: wrong(entry[name]) });
  return [
    ...names(always).map((name) => read(rule, `${of} have no \`${name}\``, change(without(name)))),
    ...names(`${always} ${sometimes}`).map((name) => read(rule, `${of} have a wrong \`${name}\``, change(other(name)))),
  ];
}

/** A value of another type. */
function wrong(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' && value !== null ? 'text' : 7;
}

/** Changes each entry of a list of an issue, or what stands in place of one. */
function entries(part: string): (change: Change) => Breaks {
  return (change) =>
    successes(ends(part), (json) => {
      json.data = Array.isArray(json.data) ? json.data.map(change) : json.data && change(json.data);
    });
}

const of = (name: 'projectJson' | 'itemJson' | 'issueJson' | 'summaryJson') => (change: Change) => result(name, change);

export const ofFields: BrokenService[] = [
  ...fields(
    'RES-1',
    'projects',
    of('projectJson'),
    'id name slug organizationId organizationSlug organizationName createdAt',
    'description',
  ),
  ...fields(
    'RES-2',
    'issues of the list',
    of('itemJson'),
    'issueNumber title status priority createdAt updatedAt',
    'id labels assignees',
  ),
  ...fields(
    'RES-3',
    'issues',
    of('issueJson'),
    'issueNumber title status priority metadataSummary createdAt updatedAt',
    'description labels reporterName assigneeName pageUrl browserInfo osInfo viewportSize',
  ),
  ...fields(
    'RES-3',
    'summaries',
    of('summaryJson'),
    'consoleErrorCount networkErrorCount jsErrorCount userActionCount screenshotCount',
  ),
  ...fields('RES-5', 'comments', entries('comments'), 'id content createdAt', 'authorName'),
  ...fields('RES-6', 'console entries', entries('console-logs'), 'level message timestamp', 'source'),
  ...fields('RES-7', 'network entries', entries('network-logs'), 'method url status duration timestamp'),
  ...fields('RES-8', 'screenshots', entries('screenshots'), 'id url width height createdAt'),
  ...fields(
    'RES-9',
    'contexts',
    entries('tech-context'),
    '',
    'browserInfo osInfo viewportSize cssSelector elementStyles reactComponentTree',
  ),
  ...fields('RES-10', 'actions', entries('user-actions'), 'type timestamp', 'target text'),
];
