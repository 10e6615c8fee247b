import { durationText } from '../../platform/clock/duration-text.ts';
import { hasBody, jsonResponse, type Outcome, type WireResponse } from '../../platform/http/exchange.ts';
import type { Fault } from '../faults/fault.ts';
import type { DueFault, Moment } from '../faults/fault-registry.ts';
import type { ErrorTexts } from '../readings/readings.ts';
import type { LoggedRequest, TouchingFault } from '../request-log/logged-request.ts';
import type { RequestContext } from './request-context.ts';
import type { Told } from './step.ts';

/**
 * Carries out a fault. `serve` gives the service's own answer and has its effect. Unless `when` is 'after', a fault with
 * `drop`, `status` or `body` takes that answer's place: `serve` is not called. `success` is the status of an answer that has none of
 * its own.
 */
export async function playFault(
  fault: DueFault,
  context: RequestContext,
  success: number,
  serve: () => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  context.entry.faults = [...context.entry.faults, fault];
  const { drop, delayMs } = fault;
  const after = fault.when === 'after';
  const instead = isInstead(fault);
  if (!after && delayMs && !(await context.sleep(delayMs))) return { kind: 'drop' };
  const served = instead ? jsonResponse(success, '') : await context.attempt(serve);
  if (after && delayMs && !(await context.sleep(delayMs))) return { kind: 'drop' };
  return drop || served.kind === 'drop' ? { kind: 'drop' } : rewrite(served, fault, context.settings.texts);
}

function rewrite(served: WireResponse, fault: Fault, texts: ErrorTexts): WireResponse {
  const headers = { ...served.headers };
  for (const [name, value] of Object.entries(fault.headers ?? {})) headers[name.toLowerCase()] = value;
  const { status = served.status } = fault;
  return {
    kind: 'response',
    status,
    headers,
    // With a status of its own, an answer that had a body may be one that can't have any.
    body: hasBody(status) ? (bodyOf(fault, texts) ?? served.body) : '',
    truncateAt: fault.truncate,
  };
}

function bodyOf({ status, body }: Fault, texts: ErrorTexts): string | undefined {
  if (body !== undefined) return typeof body === 'string' ? body : JSON.stringify(body);
  return status !== undefined && status >= 400 ? JSON.stringify({ error: textOf(status, texts) }) : undefined;
}

/** What the service says with a status, where it says something; 422 and the 500s it gives only by a fault (GAP-14). */
function textOf(status: number, texts: ErrorTexts): string {
  if (status === 401) return texts.unauthenticated;
  // enforces ERR-5
  if (status === 422) return texts.unprocessable;
  if (status === 429) return texts.rateLimited;
  return status >= 500 ? texts.internal : `Scripted failure ${status}`;
}

/** Whether a fault gives the answer in the place of the service, which then does nothing. */
function isInstead({ when, drop, status, body }: TouchingFault): boolean {
  return when !== 'after' && (drop || status !== undefined || body !== undefined);
}

/** The fault that touched a request on its arrival, or once its caller was known. */
export function faultOf({ faults }: LoggedRequest, moment: Moment): TouchingFault | undefined {
  return faults.find(({ when }) => (when === 'arrival') === (moment === 'arrival'));
}

/** What a fault has done to a request. */
export function tellFault(fault: TouchingFault): Told {
  const { id, status, headers, body, delayMs, drop, truncate } = fault;
  const does = [
    delayMs > 0 && `held it up for ${durationText(delayMs)}`,
    drop && 'ended the connection without an answer',
    status !== undefined && `answered with ${status}`,
    status === undefined && body !== undefined && 'answered with a body of its own',
    headers && `set ${Object.keys(headers).join(', ')}`,
    truncate !== undefined && `cut the body after ${truncate} bytes`,
  ].filter(Boolean);
  const instead = isInstead(fault);
  const answers = drop || status !== undefined || body !== undefined;
  const effect = instead ? ', without any effect' : answers ? ', after the effect' : '';
  return { outcome: instead ? 'refused' : 'changed', text: `${id} ${does.join(', ')}${effect}.` };
}
