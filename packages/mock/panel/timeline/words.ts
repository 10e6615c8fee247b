import type { RequestEntry } from '../../src/control/types.ts';
import type { Tone } from '../parts/texts.tsx';
import { decoded } from '../state/panel.ts';

/** The color of what became of a request. */
export function toneOf({ status, faultId, reason }: Pick<RequestEntry, 'status' | 'faultId' | 'reason'>): Tone {
  if (faultId !== undefined) return 'fault';
  // The client's own doing.
  if (reason === 'aborted') return 'warn';
  if (status === undefined || status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return 'good';
}

/** The project and issue in the path of a request that the API has. */
export function targetOf(path: string): { projectId?: string; issueNumber?: number } {
  const [, projectId, issueNumber] = /\/projects\/([^/]+)(?:\/issues\/(\d+))?/.exec(path) ?? [];
  return {
    ...(projectId !== undefined && { projectId: decoded(projectId) }),
    ...(issueNumber !== undefined && { issueNumber: Number(issueNumber) }),
  };
}

/** What a row says below the endpoint: why it failed, or what it changed, asked or found. */
export function aboutOf(entry: RequestEntry): string {
  const { why, status, error, warnings, changes, search, response } = entry;
  if (why) return why;
  if (status === undefined) return 'The connection ended without a response.';
  if (status >= 400) return error ?? '';
  if (warnings) return warnings.map(({ text }) => text).join(' ');
  if (changes) return changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`).join(', ');
  const asked = decoded(search.replaceAll('&', ' ').replaceAll('+', ' '));
  return [asked, foundText(response), entry.faultId && `${entry.faultId} applied`].filter(Boolean).join(' · ');
}

function foundText(response: unknown): string {
  const { data, total } = Object(response) as { data?: unknown; total?: unknown };
  if (Array.isArray(data))
    return `${data.length}${typeof total === 'number' && total !== data.length ? ` of ${total}` : ''} found`;
  const { title, content } = Object(data) as { title?: unknown; content?: unknown };
  return String(title ?? content ?? '');
}
