import type { Comment, ConsoleLog, NetworkLog, Screenshot, UserAction } from '@issue-tracking/model';
import type {
  CommentInput,
  ConsoleLogInput,
  NetworkLogInput,
  ScreenshotInput,
  UserActionInput,
} from './entry-inputs.ts';
import { minutesAfter, type Size } from './formats.ts';

/** Adds defaults to comments: each comes a minute after the previous one, and none in the future. */
export function fillComments(
  comments: readonly CommentInput[] = [],
  issueId: string,
  issueCreatedAt: string,
  now: number,
): Comment[] {
  let last = issueCreatedAt;
  return comments.map(({ id, content = '', authorName = 'Reporter', createdAt }, i) => {
    last = createdAt ?? notLater(minutesAfter(last, 1), now);
    return { id: id ?? `${issueId}-comment-${i + 1}`, content, authorName, createdAt: last };
  });
}

function notLater(date: string, now: number): string {
  return Date.parse(date) > now ? new Date(now).toISOString() : date;
}

/** Adds defaults to console messages. */
export function fillConsoleLogs(logs: readonly ConsoleLogInput[] = [], pageUrl: string, at: string): ConsoleLog[] {
  return logs.map(({ level = 'log', message = '', source = `${pageUrl}:1:1`, timestamp = at }) => ({
    level,
    message,
    source,
    timestamp,
  }));
}

/** Adds defaults to captured requests. */
export function fillNetworkLogs(logs: readonly NetworkLogInput[] = [], pageUrl: string, at: string): NetworkLog[] {
  return logs.map(({ method = 'GET', url = pageUrl, status = 200, duration = 0, timestamp = at }) => ({
    method,
    url,
    status,
    duration,
    timestamp,
  }));
}

/** Adds defaults to screenshots, with the size of the viewport. */
export function fillScreenshots(
  pictures: readonly ScreenshotInput[] = [],
  issueId: string,
  viewport: Size,
  at: string,
): Screenshot[] {
  return pictures.map(({ id = '', url, width = viewport.width, height = viewport.height, createdAt = at }, i) => {
    const ownId = id || `${issueId}-screenshot-${i + 1}`;
    return {
      id: ownId,
      url: url ?? `https://cdn.example/${encodeURIComponent(ownId.toWellFormed())}.png`,
      width,
      height,
      createdAt,
    };
  });
}

/** Adds defaults to user actions. `text` has none (RES-10). */
export function fillUserActions(actions: readonly UserActionInput[] = [], at: string): UserAction[] {
  return actions.map(({ type = 'click', target = 'body', text, timestamp = at }) =>
    text === undefined ? { type, target, timestamp } : { type, target, text, timestamp },
  );
}
