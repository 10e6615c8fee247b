import type { ServerResponse } from 'node:http';
import type { Outcome } from '../core/exchange.ts';

const statusesWithoutBody = new Set([204, 304]);

/** Writes out what the core decided, or what a fault made of it. */
export function writeOutcome(response: ServerResponse, outcome: Outcome): void {
  if (outcome.kind === 'drop') {
    response.destroy();
    return;
  }
  const { status, headers, body, truncateAt } = outcome;
  const length = Buffer.byteLength(body);
  begin(response, status, headers, statusesWithoutBody.has(status) ? undefined : length);
  if (truncateAt === undefined || truncateAt >= length) {
    response.end(body);
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
  response.setHeader('x-content-type-options', 'nosniff');
  if (length !== undefined) response.setHeader('content-length', length);
  response.writeHead(status, headers);
}
