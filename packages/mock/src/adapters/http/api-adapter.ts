import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MockInternals } from '../../mock/internals.ts';
import { type RejectionReason, reportFailure } from '../../platform/http/http-error.ts';
import { mockTexts } from '../../platform/http/mock-texts.ts';
import type { FieldChange } from '../../log/field-change.ts';
import type { LoggedRequest } from '../../log/entry.ts';
import { redactKeys } from '../../log/redaction.ts';
import type { RequestWarning } from '../../log/request-entry.ts';
import { NodeRequest, writeJson, writeResult } from '../node.ts';

/** A request to the API, and how the server responded. */
export interface ServedRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** `null` when a fault dropped the connection, or the client left. */
  readonly status: number | null;
  /** From the end of the request's head to the end of the response, in whole milliseconds. */
  readonly ms: number;
  /** Name of its credential; absent for a credential that the mock doesn't have. */
  readonly credential?: string;
  /** Category of the failure; absent for a success. */
  readonly reason?: RejectionReason;
  /** The fields of an issue that it changed. */
  readonly changes?: readonly FieldChange[];
  /** Likely mistakes, although the service accepted the request. */
  readonly warnings?: readonly RequestWarning[];
}

/** Returns a listener that passes requests to the pipeline and writes its results. */
export function apiAdapter(
  internals: MockInternals,
  onRequest: ((request: ServedRequest) => void) | undefined,
): (message: IncomingMessage, response: ServerResponse) => void {
  return (message, response) => void respond(internals, message, response, onRequest);
}

async function respond(
  internals: MockInternals,
  message: IncomingMessage,
  response: ServerResponse,
  onRequest: ((request: ServedRequest) => void) | undefined,
): Promise<void> {
  const request = new NodeRequest(message, response);
  const begun = performance.now();
  try {
    const { entry, result } = internals.handle(request);
    if (onRequest) response.once('close', () => onRequest(servedRequest(request, response, begun, entry)));
    writeResult(response, await result);
  } catch (error) {
    if (!request.signal.aborted && !response.destroyed) fail(response, error);
  }
}

/** Prints the error where the mock runs. The client gets a 500 without a stack. */
function fail(response: ServerResponse, error: unknown): void {
  reportFailure(error);
  if (response.headersSent) response.destroy();
  else writeJson(response, 500, { error: mockTexts.internal });
}

function servedRequest(
  { method, path }: NodeRequest,
  response: ServerResponse,
  begun: number,
  { credentialName, reason, changes, warnings }: LoggedRequest,
): ServedRequest {
  return {
    method,
    path: redactKeys(path),
    status: response.headersSent ? response.statusCode : null,
    ms: Math.round(performance.now() - begun),
    ...(credentialName !== undefined && { credential: credentialName }),
    ...(reason && { reason }),
    ...(changes.length > 0 && { changes }),
    ...(warnings.length > 0 && { warnings }),
  };
}
