import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Core } from '../../mock/core.ts';
import type { Outcome } from '../../platform/http/exchange.ts';
import { reportFailure } from '../../platform/http/http-error.ts';
import { defaultTexts } from '../../service/readings/readings.ts';
import { redactKeys } from '../../service/request-log/redact.ts';
import { NodeRequest, writeJson, writeOutcome } from './node-http.ts';

/** A request the server has answered. */
export interface ServedRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** `null` when a fault dropped the connection, or the client left. */
  readonly status: number | null;
  /** From the end of the request's head to the end of the answer, in whole milliseconds. */
  readonly ms: number;
}

/** Leads requests to the core, and its answers back. */
export function apiAdapter(
  core: Core,
  onRequest: ((request: ServedRequest) => void) | undefined,
): (message: IncomingMessage, response: ServerResponse) => void {
  return (message, response) => {
    const request = new NodeRequest(message, response, core.source);
    if (onRequest) report(request, response, onRequest);
    try {
      const outcome = core.handle(request);
      if (outcome instanceof Promise) void answerLater(request, response, outcome);
      else writeOutcome(response, outcome);
    } catch (error) {
      fail(response, error);
    }
  };
}

async function answerLater(
  { signal }: NodeRequest,
  response: ServerResponse,
  outcome: Promise<Outcome>,
): Promise<void> {
  try {
    writeOutcome(response, await outcome);
  } catch (error) {
    if (!signal.aborted && !response.destroyed) fail(response, error);
  }
}

/** Prints the failure for the person who runs the mock; the client sees no stack. */
function fail(response: ServerResponse, error: unknown): void {
  reportFailure(error);
  if (response.headersSent) response.destroy();
  else writeJson(response, 500, { error: defaultTexts.internal });
}

function report(
  { method, path }: NodeRequest,
  response: ServerResponse,
  onRequest: (request: ServedRequest) => void,
): void {
  const start = performance.now();
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : null;
    onRequest({ method, path: redactKeys(path), status, ms: Math.round(performance.now() - start) });
  });
}
