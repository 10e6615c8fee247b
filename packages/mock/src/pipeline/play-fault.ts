import type { Fault } from '../faults/faults.ts';
import type { Outcome, WireResponse } from '../http/exchange.ts';
import { success } from '../http/respond.ts';
import type { ErrorTexts } from '../readings/readings.ts';

/** What a fault is played on. */
interface Stage {
  /** Gives the service's own answer, and has its effect. */
  serve(): Outcome | Promise<Outcome>;
  /** Resolves to whether the mock is still where it was: meanwhile it may have gone back to another moment. */
  sleep(ms: number): Promise<boolean>;
  readonly texts: ErrorTexts;
  /** The endpoint's status of a success. */
  readonly status: number;
}

/** Carries out a fault. Before the effect, a fault with an answer of its own keeps the service from being asked. */
export async function playFault(fault: Fault, stage: Stage): Promise<Outcome> {
  const after = fault.when === 'after';
  const instead = !after && (fault.drop || fault.status !== undefined || fault.body !== undefined);
  if (!after && fault.delayMs && !(await stage.sleep(fault.delayMs))) return { kind: 'drop' };
  const served = instead ? success(stage.status, '') : await stage.serve();
  if (after && fault.delayMs && !(await stage.sleep(fault.delayMs))) return { kind: 'drop' };
  return fault.drop || served.kind === 'drop' ? { kind: 'drop' } : rewrite(served, fault, stage.texts);
}

function rewrite(served: WireResponse, fault: Fault, texts: ErrorTexts): WireResponse {
  const headers = { ...served.headers };
  for (const [name, value] of Object.entries(fault.headers ?? {})) headers[name.toLowerCase()] = value;
  return {
    kind: 'response',
    status: fault.status ?? served.status,
    headers,
    body: bodyOf(fault, texts) ?? served.body,
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
