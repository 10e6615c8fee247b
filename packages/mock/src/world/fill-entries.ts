import type { CheckedIssue } from './checked-world.ts';
import type { CommentInput, IssueInput } from './world.ts';

const minute = 60_000;

type Entries = Pick<
  CheckedIssue,
  'comments' | 'consoleLogs' | 'networkLogs' | 'screenshots' | 'techContext' | 'userActions'
>;

/** Fills in what the comments and captured entries of an issue leave out, from the issue itself. */
export function fillEntries(
  issue: IssueInput,
  own: Pick<CheckedIssue, 'id' | 'pageUrl' | 'browserInfo' | 'osInfo' | 'viewportSize' | 'createdAt'>,
): Entries {
  const [width = 0, height = 0] = own.viewportSize.split('x').map(Number);
  const at = own.createdAt;
  const context = issue.techContext ?? {};
  return {
    comments: fillComments(issue.comments ?? [], own.id, at),
    consoleLogs: (issue.consoleLogs ?? []).map(
      ({ level = 'log', message = '', source = `${own.pageUrl}:1:1`, timestamp = at }) => ({
        level,
        message,
        source,
        timestamp,
      }),
    ),
    networkLogs: (issue.networkLogs ?? []).map(
      ({ method = 'GET', url = own.pageUrl, status = 200, duration = 0, timestamp = at }) => ({
        method,
        url,
        status,
        duration,
        timestamp,
      }),
    ),
    screenshots: (issue.screenshots ?? []).map((picture, i) => {
      const id = picture.id ?? `${own.id}-screenshot-${i + 1}`;
      return {
        id,
        url: picture.url ?? `https://cdn.example/${encodeURIComponent(id)}.png`,
        width: picture.width ?? width,
        height: picture.height ?? height,
        createdAt: picture.createdAt ?? at,
      };
    }),
    techContext: {
      browserInfo: context.browserInfo ?? split(own.browserInfo),
      osInfo: context.osInfo ?? split(own.osInfo),
      viewportSize: context.viewportSize ?? { width, height },
      cssSelector: context.cssSelector ?? 'body',
      elementStyles: context.elementStyles ?? {},
      reactComponentTree: context.reactComponentTree ?? [],
    },
    userActions: (issue.userActions ?? []).map(({ type = 'click', target = 'body', text, timestamp = at }) => ({
      type,
      target,
      ...(text !== undefined && { text }),
      timestamp,
    })),
  };
}

function fillComments(comments: readonly CommentInput[], issueId: string, issueCreatedAt: string) {
  let last = issueCreatedAt;
  return comments.map(({ id, content = '', authorName = 'Reporter', createdAt }, i) => {
    last = createdAt ?? new Date(Date.parse(last) + minute).toISOString();
    return { id: id ?? `${issueId}-comment-${i + 1}`, content, authorName, createdAt: last };
  });
}

/** `Chrome 141` → name and version; the name may have spaces, the version none. */
function split(info: string): { name: string; version: string } {
  const at = info.lastIndexOf(' ');
  return at < 0 ? { name: info, version: '' } : { name: info.slice(0, at), version: info.slice(at + 1) };
}
