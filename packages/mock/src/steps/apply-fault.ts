import { durationText } from '../platform/clock/duration-text.ts';
import type { HttpError } from '../platform/http/http-error.ts';
import { encoded, json } from '../platform/http/json.ts';
import { hasBody, jsonResponse, type PipelineResult, type WireResponse } from '../platform/http/sent.ts';
import { type AppliedFault, preventsEffect, replacesResponse } from '../faults/fault-effect.ts';
import { errorOf } from './errors.ts';
import type { RequestContext } from './passage.ts';
import type { Explanation } from '../log/trace.ts';

/**
 * Carries out a fault. Calls `serve` to execute the request and get the service's own response, unless the fault prevents the
 * execution. Then `success` is the status of the response, unless the fault sets a status.
 */
export async function applyFault(
  fault: AppliedFault,
  context: RequestContext,
  success: number,
  serve: () => Promise<PipelineResult>,
): Promise<PipelineResult> {
  context.entry.faults = [...context.entry.faults, fault];
  const { drop, delayMs } = fault;
  const after = fault.when === 'after';
  if (!after && delayMs && !(await context.sleep(delayMs))) return { kind: 'drop' };
  const served = preventsEffect(fault) ? jsonResponse(success, noBody) : await serve();
  if (after && delayMs && !(await context.sleep(delayMs))) return { kind: 'drop' };
  return drop || served.kind === 'drop' ? { kind: 'drop' } : rewrite(served, fault, context);
}

const noBody = new Uint8Array();

function rewrite(served: WireResponse, fault: AppliedFault, context: RequestContext): WireResponse {
  const { status = served.status, headers: own, body, truncate } = fault;
  const error = body === undefined ? errorLike(fault, context) : undefined;
  // Errors of a scenario count as errors of the service. Errors of a test's faults don't.
  if (error && fault.scenario !== undefined) context.entry.error = error.error;
  const base = error?.toResponse() ?? served;
  const headers = { ...(own ? served : base).headers };
  for (const [name, value] of Object.entries(own ?? {})) headers[name.toLowerCase()] = value;
  return {
    kind: 'response',
    status,
    headers,
    // A status such as 204 has no body.
    body: hasBody(status) ? (bytesOf(body) ?? base.body) : noBody,
    truncateAt: truncate,
  };
}

/** Returns the service's error for the status of a fault; `undefined` if the status isn't an error. */
function errorLike({ status = 0 }: AppliedFault, { service, credential = '' }: RequestContext): HttpError | undefined {
  if (status < 400) return undefined;
  return errorOf(status, service.admitted.wait(credential, service.clock.now()));
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? encoded(body) : json(body);
}

/** Explains the effect of a fault on a request. */
export function explainFault(fault: AppliedFault): Explanation {
  const { id, scenario, status, headers, body, delayMs, drop, truncate } = fault;
  const does = [
    delayMs > 0 && `held it up for ${durationText(delayMs)}`,
    drop && 'ended the connection without a response',
    status !== undefined && `responded with ${status}`,
    status === undefined && body !== undefined && 'responded with its own body',
    headers && `set ${Object.keys(headers).join(', ')}`,
    truncate !== undefined && `cut the body after ${truncate} bytes`,
  ].filter(Boolean);
  const prevents = preventsEffect(fault);
  const effect = prevents ? ', without any effect' : replacesResponse(fault) ? ', after the effect' : '';
  return {
    outcome: prevents ? 'rejected' : 'changed',
    text: `${id ?? `The scenario ${scenario}`} ${does.join(', ')}${effect}.`,
  };
}
