import { type IssueState, iso, type StoredIssue } from './issues.ts';
import type { Bloat, Switches } from './switches.ts';

/** A whole response. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** What becomes of a request: an answer, one that breaks off, or none. */
export type Fate =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly cut?: boolean }
  | { readonly kind: 'refused' | 'reset' | 'hang' };

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

export function html(status: number, title: string, headers: Record<string, string> = {}): Answer {
  const body = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}

/** An error of the API (ERR-1). With `echo` it quotes what the request brought, as careless services do. */
export function apiError(
  status: number,
  error: string,
  echo: string | undefined,
  headers: Record<string, string> = {},
) {
  if (!echo) return json(status, { error }, headers);
  const quoted = `${echo} ${echo.toLowerCase()} ${btoa(echo)}`;
  return json(status, { error: `${error}: ${quoted}` }, { ...headers, 'x-request-echo': quoted });
}

/** An answer with too much in it, of which the client may read what it knows. */
export function bloated(answer: Answer, bloat: Bloat | undefined): Answer {
  if (!bloat || !answer.body.startsWith('{')) return answer;
  return { ...answer, body: bloat.kind === 'many' ? longer(answer.body, bloat.size) : swollen(answer.body, bloat) };
}

function longer(body: string, count: number): string {
  const { data, ...others } = JSON.parse(body);
  if (!Array.isArray(data) || data.length === 0) return body;
  return JSON.stringify({ data: Array.from({ length: count }, (_, n) => data[n % data.length]), ...others });
}

/** A member that nobody knows, in the thing that is asked for, or beside it. */
function swollen(body: string, { kind, size }: Bloat): string {
  const members = () => Array.from({ length: size }, (_, n) => `"k${n}":${n}`).join();
  const more = kind === 'deep' ? '['.repeat(size) + ']'.repeat(size) : `"${'x'.repeat(size)}"`;
  const member = kind === 'wide' ? members() : `"more":${more}`;
  const place = body.startsWith('{"data":{') ? '{"data":{' : '{';
  return body.replace(place, `${place}${member},`).replace(',}', '}');
}

/** `Retry-After`, in one of the forms that are met. */
export function retryAfter(form: Switches['retryAfter'], waitMs: number, now: number): string {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  if (form === 'blank') return `${seconds} `;
  if (form === 'list') return `${seconds}, ${seconds}`;
  if (form === 'decimal') return `${seconds}.0`;
  if (form === 'date') return new Date(Math.ceil((now + seconds * 1000) / 1000) * 1000).toUTCString();
  return String(seconds);
}

/** One issue in full; what isn't known is empty, `null` or left out (GAP-40). */
export function detail(issue: StoredIssue, state: IssueState, absent: Switches['absentValues']) {
  const counts = ['consoleErrorCount', 'networkErrorCount', 'jsErrorCount', 'userActionCount', 'screenshotCount'];
  return {
    issueNumber: issue.issueNumber,
    title: `Issue ${issue.issueNumber}`,
    status: state.status,
    priority: state.priority,
    labels: [],
    ...unknown(
      ['description', 'reporterName', 'assigneeName', 'pageUrl', 'browserInfo', 'osInfo', 'viewportSize'],
      absent,
    ),
    metadataSummary: Object.fromEntries(counts.map((name) => [name, 0])),
    createdAt: iso(issue.createdAt),
    updatedAt: iso(state.at),
  };
}

export function techContext(absent: Switches['absentValues']) {
  if (absent !== 'empty') return unknown(['browserInfo', 'osInfo', 'viewportSize', 'cssSelector'], absent);
  const version = { name: 'Chrome', version: '141' };
  const viewportSize = { width: 1440, height: 900 };
  return {
    browserInfo: version,
    osInfo: version,
    viewportSize,
    cssSelector: '#pay',
    elementStyles: {},
    reactComponentTree: [],
  };
}

function unknown(names: readonly string[], absent: Switches['absentValues']): Record<string, unknown> {
  if (absent === 'omitted') return {};
  return Object.fromEntries(names.map((name) => [name, absent === 'null' ? null : '']));
}
