import type { ConsoleLogInput, NetworkLogInput, UserActionInput } from '../world/entry-inputs.ts';
import type { IssueInput } from '../world/world.ts';
import type { Action, Story, StoryContext, Thrown } from './scenario.ts';

type Captured = Required<
  Pick<IssueInput, 'consoleLogs' | 'networkLogs' | 'userActions' | 'jsErrorCount' | 'techContext'>
>;

/** Everything captured with a bug: what the reporter did, then the requests it led to, then what the console said. */
export function capture(story: Story, context: StoryContext, origin: string, reportedAt: number): Captured {
  const { number } = context;
  const requests = story.requests ?? [];
  const waited = requests.reduce((sum, [, , , duration]) => sum + duration, 0);
  // The reporter needs a while to write down what happened.
  const wentWrong = reportedAt - number(15_000, 75_000);
  let time = wentWrong - waited - 1000 * requests.length;
  const steps = story.actions.toReversed().map((action) => {
    time -= number(1800, 11_000);
    return { action, time };
  });
  const begun = time - number(400, 900);

  const networkLogs: NetworkLogInput[] = [
    { method: 'GET', url: origin + story.page, status: 200, duration: number(40, 380), timestamp: at(begun) },
    { method: 'GET', url: `${origin}/api/me`, status: 200, duration: number(14, 70), timestamp: at(begun + 390) },
  ];
  let sent = (steps[0]?.time ?? begun) + number(60, 300);
  for (const [method, path, status, duration] of requests) {
    networkLogs.push({ method, url: absolute(path, origin), status, duration, timestamp: at(sent) });
    sent += duration + number(20, 400);
  }
  return {
    consoleLogs: consoleLogs(story, context, origin, begun, sent),
    networkLogs,
    userActions: steps.reverse().map(({ action, time: acted }) => userAction(action, origin, acted)),
    jsErrorCount: story.thrown ? number(1, 3) : 0,
    techContext: {
      cssSelector: story.selector,
      elementStyles: { ...story.styles },
      reactComponentTree: paths(story.components),
    },
  };
}

function consoleLogs(
  story: Story,
  context: StoryContext,
  origin: string,
  begun: number,
  time: number,
): ConsoleLogInput[] {
  const { number, faker } = context;
  const hash = faker.string.hexadecimal({ length: 8, casing: 'lower', prefix: '' });
  const script = (name: string) => `${origin}/assets/${name}-${hash}.js:1:${number(1200, 98_000)}`;
  const area = story.thrown?.script ?? 'main';
  let logged = time;
  const logs: ConsoleLogInput[] = [
    {
      level: 'info',
      message: `app ${release(begun)} (${hash})`,
      source: script('main'),
      timestamp: at(begun + 120),
    },
  ];
  for (const [level, message] of story.console ?? []) {
    logs.push({ level, message, source: script(area), timestamp: at(logged) });
    logged += number(3, 90);
  }
  for (const [method, path, status] of story.requests ?? []) {
    if (status < 400) continue;
    const message = `${method} ${absolute(path, origin)} ${status}`;
    logs.push({ level: 'error', message, source: script(area), timestamp: at(logged) });
    logged += number(1, 20);
  }
  if (story.thrown) logs.push({ ...thrownLog(story.thrown, context, script(area), script), timestamp: at(logged) });
  return logs;
}

/** An exception with its stack, written as the browser at hand writes it. */
function thrownLog(
  { message, frames, script }: Thrown,
  { device }: StoryContext,
  source: string,
  locate: (name: string) => string,
) {
  const isChromium = ['chrome', 'edge', 'android'].includes(device.family);
  const stack = frames.map((frame, i) => {
    const location = i === 0 ? source : locate(script);
    return isChromium ? `    at ${frame} (${location})` : `${frame}@${location}`;
  });
  const first = isChromium ? `Uncaught ${message}` : message;
  return { level: 'error' as const, message: [first, ...stack].join('\n'), source };
}

function userAction([type, target, text]: Action, origin: string, time: number): UserActionInput {
  const where = type === 'navigation' ? absolute(target, origin) : target;
  return { type, target: where, ...(text !== undefined && { text }), timestamp: at(time) };
}

/** `A>B>C` as the paths of C and of what it stands in, innermost first. */
function paths(components: string): string[] {
  const names = components.split('>');
  return names.map((_, i) => names.slice(0, names.length - i).join('>')).slice(0, 3);
}

/** The day's release: there is one each day. */
export function release(time: number): string {
  const date = new Date(time);
  return `${date.getUTCFullYear()}.${date.getUTCMonth() + 1}.${date.getUTCDate()}`;
}

function absolute(path: string, origin: string): string {
  return path.startsWith('/') ? origin + path : path;
}

function at(time: number): string {
  return new Date(time).toISOString();
}
