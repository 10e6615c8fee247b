import type { IssuePriority, IssueStatus } from '@issue-tracking/model';
import type { IssueInput } from '../world/world.ts';
import { capture } from './capture.ts';
import { drawDevice } from './devices.ts';
import { type Draw, referenceDate } from './draw.ts';
import { type Cast, drawStatus, linesUntil, spread, type Talk } from './progress.ts';
import type { Scenario, Story } from './scenario.ts';
import type { Wish } from './wish.ts';

const day = 86_400_000;

/** Where and by whom an issue is told. */
export interface Setting {
  /** Of the application the issue is about. */
  readonly origin: string;
  readonly cast: Cast;
  readonly createdAt: string;
  /** Drawn from age and priority unless given. */
  readonly status?: IssueStatus | undefined;
  /** 0 for the newest of the month and 1 for the oldest. */
  readonly age: number;
}

/** A bug that was reported in the browser, with everything captured there. */
export function tellBug(scenario: Scenario, setting: Setting, draw: Draw): IssueInput {
  const device = drawDevice(draw, scenario.families);
  const telling = { ...draw, device };
  const story = scenario.tell(telling);
  const { origin, createdAt } = setting;
  const priority = near(scenario.priority, draw);
  const shots = draw.weighted([
    [0, 2],
    [1, 6],
    [2, 2],
  ]);
  return {
    title: story.title,
    description: description(story, draw),
    labels: ['bug', ...scenario.labels, ...(draw.chance(8) ? ['regression'] : [])],
    priority,
    pageUrl: origin + story.page,
    browserInfo: device.browser,
    osInfo: device.os,
    viewportSize: device.viewport,
    ...progress(setting, priority, draw, {
      triage: story.talk.triage,
      cause: [['developer', `Found it. ${story.talk.cause}`]],
      fix: [['developer', `${story.talk.fix} (#${draw.number(1800, 4400)})`]],
      verified: [['qa', story.talk.verified]],
    }),
    screenshots: Array.from({ length: shots }, () => ({
      url: `https://cdn.example/screenshots/${draw.faker.string.uuid()}.png`,
    })),
    ...capture(story, telling, origin, Date.parse(createdAt)),
  };
}

/** An improvement or a chore, written in the dashboard. */
export function tellWish(wish: Wish, setting: Setting, draw: Draw): IssueInput {
  const [title, text, labels, priority, answer, done] = wish;
  const device = drawDevice(draw, ['chrome', 'firefox', 'edge']);
  return {
    title,
    description: text,
    labels: [...labels],
    priority,
    pageUrl: `${setting.origin}/`,
    browserInfo: device.browser,
    osInfo: device.os,
    viewportSize: device.viewport,
    ...progress(setting, priority, draw, {
      triage: [['developer', answer]],
      cause: [],
      fix: [['developer', `${done} (#${draw.number(1800, 4400)})`]],
      verified: [['qa', 'Looks good.']],
    }),
  };
}

function progress(setting: Setting, priority: IssuePriority, draw: Draw, talk: Talk) {
  const { cast, createdAt, age, status = drawStatus(draw, age, priority) } = setting;
  const created = Date.parse(createdAt);
  const end = Math.min(Math.max(created, Date.parse(referenceDate)), created + draw.number(1, 7) * day);
  const comments = spread(linesUntil(status, talk, draw), cast, created, end, draw);
  const isTaken = status !== 'open' || draw.chance(25);
  // The status is changed with what is said last; comments alone change nothing (GAP-34).
  const updatedAt = status === 'open' ? createdAt : (comments.at(-1)?.createdAt ?? createdAt);
  return {
    status,
    createdAt,
    updatedAt,
    reporterName: cast.reporter,
    assigneeName: isTaken ? cast.developer : '',
    assignees: isTaken ? [cast.developer, ...(draw.chance(12) ? [cast.qa] : [])] : [],
    comments,
  };
}

/** Some write down every step, some a sentence. */
function description({ what, expected, actions }: Story, { chance }: Draw): string {
  if (chance(30)) return what;
  const steps = actions.map(([type, target, text], i) => {
    if (type === 'navigation') return `${i + 1}. Open ${target}`;
    if (type === 'input') return `${i + 1}. Enter ${text ? `"${text}"` : 'something'} in \`${target}\``;
    return `${i + 1}. Click ${text ? `"${text}"` : `\`${target}\``}`;
  });
  return `${what}\n\nSteps:\n${steps.join('\n')}\n\nExpected: ${expected}`;
}

/** People don't agree on what is urgent. */
function near(priority: IssuePriority, { weighted }: Draw): IssuePriority {
  const order: readonly IssuePriority[] = ['low', 'medium', 'high', 'critical'];
  const step = weighted([
    [0, 70],
    [-1, 20],
    [1, 10],
  ]);
  return order[order.indexOf(priority) + step] ?? priority;
}
