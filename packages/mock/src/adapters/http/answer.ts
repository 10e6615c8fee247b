import type { ServerResponse } from 'node:http';
import { hasBody, type Outcome } from '../../http/exchange.ts';

/** Writes out what the core decided, or what a fault made of it. */
export function writeOutcome(response: ServerResponse, outcome: Outcome): void {
  if (outcome.kind === 'drop') {
    response.destroy();
    return;
  }
  const { status, headers, body, truncateAt } = outcome;
  const length = Buffer.byteLength(body);
  // Of the statuses without a body, only 205 may say that it has none.
  begin(response, status, headers, hasBody(status) || status === 205 ? length : undefined);
  if (truncateAt === undefined || truncateAt >= length) {
    // As many bytes as characters: all of it is ASCII, which Node writes sooner when told that it needs no encoding.
    response.end(body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  response.write(Buffer.from(body).subarray(0, truncateAt));
  // Writes what is waiting, then closes: the announced rest never comes.
  response.socket?.destroySoon();
}

/** Answers with JSON. */
export function writeJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = JSON.stringify(value);
  begin(response, status, { 'content-type': 'application/json', ...headers }, Buffer.byteLength(body));
  response.end(body);
}

/** Sends the head, `nosniff` included: stored text may look like a page. */
function begin(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  length: number | undefined,
): void {
  // A list of names and values, which Node writes out as it is; from an object it takes a tenth of the whole answer.
  const head = ['x-content-type-options', 'nosniff'];
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'content-length') head.push(name, value);
  }
  if (length !== undefined) head.push('content-length', String(length));
  response.writeHead(status, head);
}
