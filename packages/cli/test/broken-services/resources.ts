import type { Json } from '../../../../tools/spec-service/wire.ts';
import { type BrokenService, ends, read, result, successes } from './broken-service.ts';

const each = (part: string, change: (entry: Json) => void) => successes(ends(part), ({ data }) => data.forEach(change));
const counts = ['userActionCount', 'screenshotCount'];
const without =
  (...names: string[]) =>
  (members: Json) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

export const resources: BrokenService[] = [
  read(
    'RES-2',
    'issues of the list have neither set of fields',
    result('itemJson', without('id', 'labels', 'assignees')),
  ),
  read('RES-2', 'issues of the list have an id and no labels', result('itemJson', without('labels'))),
  read('RES-3', 'labels are missing, which the list shows', result('issueJson', without('labels'))),
  read(
    'RES-3',
    'viewports are written "1280 x 720"',
    result('issueJson', (issue) => ({ ...issue, viewportSize: '1280 x 720' })),
  ),
  ...counts.flatMap((name) => [
    read(
      'RES-4',
      `${name} is too high`,
      result('summaryJson', (summary) => ({ ...summary, [name]: summary[name] + 40 })),
    ),
    read(
      'RES-4',
      `${name} is always 1`,
      result('summaryJson', (summary) => ({ ...summary, [name]: 1 })),
    ),
  ]),
  read(
    'RES-6',
    'entries have a level "debug"',
    each('console-logs', (entry) => {
      if (entry.level === 'log') entry.level = 'debug';
    }),
  ),
  read(
    'RES-6',
    'sources have no line and column',
    each('console-logs', (entry) => {
      entry.source = 'https://shop.example/app.js';
    }),
  ),
  read(
    'RES-8',
    'addresses of screenshots are paths',
    each('screenshots', (shot) => {
      shot.url = '/1.png';
    }),
  ),
  read(
    'RES-9',
    'values of styles are numbers',
    successes(ends('tech-context'), ({ data }) => {
      if (data) data.elementStyles = { width: 10 };
    }),
  ),
  read(
    'RES-9',
    'the viewport is a text',
    successes(ends('tech-context'), ({ data }) => {
      if (data) data.viewportSize = '1280x720';
    }),
  ),
  ...(['status', 'priority'] as const).flatMap((member) => {
    const rule = member === 'status' ? 'STA-1' : 'STA-2';
    const [one, other] = member === 'status' ? ['blocked', 'triaged'] : ['critical', 'urgent'];
    const renamed = (issue: Json) => ({ ...issue, [member]: issue[member] === one ? other : issue[member] });
    const capitals = (issue: Json) => ({ ...issue, [member]: issue[member].toUpperCase() });
    return [
      read(rule, `issues of the list have a ${member} "${other}"`, result('itemJson', renamed)),
      read(rule, `single issues write the ${member} in capitals`, result('issueJson', capitals)),
      read(rule, `the filter does not know "${one}"`, (s) => {
        if (member === 'status') s.statuses = s.statuses.filter((status) => status !== one);
        else s.priorities = s.priorities.filter((priority) => priority !== one);
      }),
    ];
  }),
];
