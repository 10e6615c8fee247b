import { issuePriorities, limits, settableStatuses } from '@issue-tracking/model';
import { mark } from './answers.ts';
import { type Aspect, fixed } from './aspects.ts';
import type { RuleId } from './findings.ts';
import { type Probe, type Row, unused } from './probe.ts';
import type { ServiceData } from './service-data.ts';

const without = (...names: Aspect[]) => fixed.filter((aspect) => !names.includes(aspect));

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
