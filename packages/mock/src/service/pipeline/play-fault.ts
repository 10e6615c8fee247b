import { hasBody, jsonResponse, type Outcome, type WireResponse } from '../../platform/http/exchange.ts';
import type { Fault } from '../faults/fault.ts';
import type { DueFault } from '../faults/fault-registry.ts';
import type { ErrorTexts } from '../readings/readings.ts';
import type { RequestContext } from './request-context.ts';

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
  const { drop, delayMs, status, body } = fault;
  const after = fault.when === 'after';
  const instead = !after && (drop || status !== undefined || body !== undefined);
  if (!after && delayMs && !(await context.sleep(delayMs))) return { kind: 'drop' };
  const served = instead ? jsonResponse(success, '') : await context.attempt(serve);
  if (after && delayMs && !(await context.sleep(delayMs))) return { kind: 'drop' };
  return drop || served.kind === 'drop' ? { kind: 'drop' } : rewrite(served, fault, context.service.texts);
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
  if (status === 422) return texts.unprocessable;
  if (status === 429) return texts.rateLimited;
  return status >= 500 ? texts.internal : `Scripted failure ${status}`;
}
