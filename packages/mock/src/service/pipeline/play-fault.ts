import { durationText } from '../../platform/clock/duration-text.ts';
import { hasBody, jsonResponse, type Outcome, type WireResponse } from '../../platform/http/exchange.ts';
import { encoded, json } from '../../platform/http/json.ts';
import type { Fault } from '../faults/fault.ts';
import { type Moment, momentOf, preventsEffect, replacesResponse, type TouchingFault } from '../faults/fault-effect.ts';
import type { DueFault } from '../faults/fault-registry.ts';
import type { ErrorTexts } from '../readings/readings.ts';
import type { LoggedRequest } from '../request-log/logged-request.ts';
import type { RequestContext } from './request-context.ts';
import type { Told } from './step.ts';

/**
 * Carries out a fault. `serve` gives the service's own response and has its effect; it is not called where the fault
 * prevents that. `success` is the status of a response to which the fault gives none.
 */
export async function playFault(
  fault: DueFault,
  context: RequestContext,
  success: number,
  serve: () => Promise<Outcome>,
): Promise<Outcome> {
  context.entry.faults = [...context.entry.faults, fault];
  const { drop, delayMs } = fault;
  const after = fault.when === 'after';
  if (!after && delayMs && !(await context.sleep(delayMs))) return { kind: 'drop' };
  const served = preventsEffect(fault) ? jsonResponse(success, noBody) : await serve();
  if (after && delayMs && !(await context.sleep(delayMs))) return { kind: 'drop' };
  return drop || served.kind === 'drop' ? { kind: 'drop' } : rewrite(served, fault, context.settings.texts);
}

const noBody = new Uint8Array();

function rewrite(served: WireResponse, fault: Fault, texts: ErrorTexts): WireResponse {
  const headers = { ...served.headers };
  for (const [name, value] of Object.entries(fault.headers ?? {})) headers[name.toLowerCase()] = value;
  const { status = served.status } = fault;
  return {
    kind: 'response',
    status,
    headers,
    // With a status of its own, a response that had a body may be one that can't have any.
    body: hasBody(status) ? (bodyOf(fault, texts) ?? served.body) : noBody,
    truncateAt: fault.truncate,
  };
}

function bodyOf({ status, body }: Fault, texts: ErrorTexts): Uint8Array<ArrayBuffer> | undefined {
  if (body !== undefined) return typeof body === 'string' ? encoded(body) : json(body);
  return status !== undefined && status >= 400 ? json({ error: textOf(status, texts) }) : undefined;
}

/** What the service says with a status, where it says something; 422 and the 500s it gives only by a fault (GAP-14). */
function textOf(status: number, texts: ErrorTexts): string {
  if (status === 401) return texts.unauthenticated;
  // enforces ERR-5
  if (status === 422) return texts.unprocessable;
  if (status === 429) return texts.rateLimited;
  return status >= 500 ? texts.internal : `Scripted failure ${status}`;
}

/** The fault that touched a request on its arrival, or once its caller was known. */
export function faultOf({ faults }: LoggedRequest, moment: Moment): TouchingFault | undefined {
  return faults.find((fault) => momentOf(fault) === moment);
}

/** What a fault has done to a request. */
export function tellFault(fault: TouchingFault): Told {
  const { id, status, headers, body, delayMs, drop, truncate } = fault;
  const does = [
    delayMs > 0 && `held it up for ${durationText(delayMs)}`,
    drop && 'ended the connection without a response',
    status !== undefined && `answered with ${status}`,
    status === undefined && body !== undefined && 'answered with a body of its own',
    headers && `set ${Object.keys(headers).join(', ')}`,
    truncate !== undefined && `cut the body after ${truncate} bytes`,
  ].filter(Boolean);
  const prevents = preventsEffect(fault);
  const effect = prevents ? ', without any effect' : replacesResponse(fault) ? ', after the effect' : '';
  return { outcome: prevents ? 'refused' : 'changed', text: `${id} ${does.join(', ')}${effect}.` };
}
