import type { IssuePriority, IssueStatus } from '@issue-tracking/model';
import type { IssueInput } from '../world/world.ts';
import { capture } from './capture.ts';
import { randomDevice } from './devices.ts';
import type { FeatureRequest } from './feature-request.ts';
import { linesUntil, type People, randomStatus, spread, type Talk } from './progress.ts';
import { type Random, referenceDate } from './random.ts';
import type { Scenario, Story } from './scenario.ts';
import { screenshot } from './screenshot.ts';

const day = 86_400_000;

/** The circumstances of an issue. */
export interface Setting {
  /** Of the application the issue is about. */
  readonly origin: string;
  readonly people: People;
  readonly createdAt: string;
  /** Drawn from age and priority unless given. */
  readonly status?: IssueStatus | undefined;
  /** 0 for the newest of the month and 1 for the oldest. */
  readonly age: number;
}

/** A bug that was reported in the browser, with everything captured there. */
export function generateBug(scenario: Scenario, setting: Setting, random: Random): IssueInput {
  const device = randomDevice(random, scenario.families);
  const context = { ...random, device };
  const story = scenario.story(context);
  const { origin, createdAt } = setting;
  const priority = near(scenario.priority, random);
  const shots = random.weighted([
    [0, 2],
    [1, 6],
    [2, 2],
  ]);
  return {
    title: story.title,
    description: description(story, random),
    labels: ['bug', ...scenario.labels, ...(random.chance(8) ? ['regression'] : [])],
    priority,
    pageUrl: origin + story.page,
    browserInfo: device.browser,
    osInfo: device.os,
    viewportSize: device.viewport,
    ...progress(setting, priority, random, {
      triage: story.talk.triage,
      cause: [['developer', `Found it. ${story.talk.cause}`]],
      fix: [['developer', `${story.talk.fix} (#${random.number(1800, 4400)})`]],
      verified: [['qa', story.talk.verified]],
    }),
    screenshots: Array.from({ length: shots }, () => ({
      url: screenshot({
        pageUrl: origin + story.page,
        viewportSize: device.viewport,
        seed: random.faker.string.uuid(),
      }).url,
    })),
    ...capture(story, context, origin, Date.parse(createdAt)),
  };
}

/** An improvement or a chore, written in the dashboard. */
export function generateFeatureRequest(featureRequest: FeatureRequest, setting: Setting, random: Random): IssueInput {
  const [title, text, labels, priority, answer, done] = featureRequest;
  const device = randomDevice(random, ['chrome', 'firefox', 'edge']);
  return {
    title,
    description: text,
    labels: [...labels],
    priority,
    pageUrl: `${setting.origin}/`,
    browserInfo: device.browser,
    osInfo: device.os,
    viewportSize: device.viewport,
    ...progress(setting, priority, random, {
      triage: [['developer', answer]],
      cause: [],
      fix: [['developer', `${done} (#${random.number(1800, 4400)})`]],
      verified: [['qa', 'Looks good.']],
    }),
  };
}

function progress(setting: Setting, priority: IssuePriority, random: Random, talk: Talk) {
  const { people, createdAt, age, status = randomStatus(random, age, priority) } = setting;
  const created = Date.parse(createdAt);
  const end = Math.min(Math.max(created, Date.parse(referenceDate)), created + random.number(1, 7) * day);
  const comments = spread(linesUntil(status, talk, random), people, created, end, random);
  const isTaken = status !== 'open' || random.chance(25);
  // The status is changed with what is said last; comments alone change nothing (GAP-34).
  const updatedAt = status === 'open' ? createdAt : (comments.at(-1)?.createdAt ?? createdAt);
  return {
    status,
    createdAt,
    updatedAt,
    reporterName: people.reporter,
    assigneeName: isTaken ? people.developer : '',
    assignees: isTaken ? [people.developer, ...(random.chance(12) ? [people.qa] : [])] : [],
    comments,
  };
}

/** Some write down every step, some a sentence. */
function description({ what, expected, actions }: Story, { chance }: Random): string {
  if (chance(30)) return what;
  const steps = actions.map(([type, target, text], i) => {
    if (type === 'navigation') return `${i + 1}. Open ${target}`;
    if (type === 'input') return `${i + 1}. Enter ${text ? `"${text}"` : 'something'} in \`${target}\``;
    return `${i + 1}. Click ${text ? `"${text}"` : `\`${target}\``}`;
  });
  return `${what}\n\nSteps:\n${steps.join('\n')}\n\nExpected: ${expected}`;
}

/** People don't agree on what is urgent. */
function near(priority: IssuePriority, { weighted }: Random): IssuePriority {
  const order: readonly IssuePriority[] = ['low', 'medium', 'high', 'critical'];
  const step = weighted([
    [0, 70],
    [-1, 20],
    [1, 10],
  ]);
  return order[order.indexOf(priority) + step] ?? priority;
}
