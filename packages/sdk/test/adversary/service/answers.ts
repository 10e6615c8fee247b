import type { Bloat } from './switches.ts';

/** A whole response. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The outcome of a request: a response, one that breaks off, or none. */
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

/** An error of the API (ERR-1). */
export function apiError(status: number, error: string, headers: Record<string, string> = {}): Answer {
  return json(status, { error }, headers);
}

/** Quotes a text in an error, as careless services quote what a request brought. */
export function echoed({ status, headers, body }: Answer, text: string): Answer {
  const quoted = `${text} ${text.toLowerCase()} ${btoa(text)}`;
  const { error, ...others } = JSON.parse(body);
  return json(status, { error: `${error}: ${quoted}`, ...others }, { ...headers, 'x-request-echo': quoted });
}

/** A response with too much in it, of which the client may read what it knows. */
export function bloated(answer: Answer, bloat: Bloat | undefined): Answer {
  if (!bloat || !answer.body.startsWith('{')) return answer;
  return { ...answer, body: bloat.kind === 'many' ? longer(answer.body, bloat.size) : swollen(answer.body, bloat) };
}

function longer(body: string, count: number): string {
  const { data, ...others } = JSON.parse(body);
  if (!Array.isArray(data) || data.length === 0) return body;
  return JSON.stringify({ data: Array.from({ length: count }, (_, n) => data[n % data.length]), ...others });
}

/** A member that no specification names, in the requested thing, or beside it. */
function swollen(body: string, { kind, size }: Bloat): string {
  const members = () => Array.from({ length: size }, (_, n) => `"k${n}":${n}`).join();
  const more = kind === 'deep' ? '['.repeat(size) + ']'.repeat(size) : `"${'x'.repeat(size)}"`;
  const member = kind === 'wide' ? members() : `"more":${more}`;
  const place = body.startsWith('{"data":{') ? '{"data":{' : '{';
  return body.replace(place, `${place}${member},`).replace(',}', '}');
}
