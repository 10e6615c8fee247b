import {
  type AppliedFault,
  type FaultPhase,
  preventsEffect,
  replacesResponse,
  spoilsResponse,
} from '../faults/fault-effect.ts';
import { faultFor } from '../faults/faults.ts';
import type { Said } from '../log/trace.ts';
import { durationText } from '../platform/clock/duration-text.ts';
import type { HttpError } from '../platform/http/http-error.ts';
import { encoded, json } from '../platform/http/json.ts';
import { hasBody, jsonReply, type Reply } from '../platform/http/reply.ts';
import { waitIn } from '../rate-window.ts';
import { errorOf } from './errors.ts';
import type { Passage } from './passage.ts';

/**
 * Serves the rest of a request with the fault of a phase, if there is one: before it, instead of it or after it.
 *
 * @param success Status of the response where the fault prevents the effect and sets none.
 * @param rest Serves the request. Called with whether there is a fault.
 */
export async function withFault(
  passage: Passage,
  phase: FaultPhase,
  success: number,
  rest: (isFaulty: boolean) => Promise<Reply | 'drop'>,
): Promise<Reply | 'drop'> {
  const { service, entry } = passage;
  const fault = passage.at(phase === 'arrival' ? 'arrival' : 'fault', () => faultFor(service, entry, phase));
  if (!fault) {
    if (phase === 'admitted') passage.tell(noFault);
    return rest(false);
  }
  entry.faultId = fault.id ?? entry.faultId;
  if (spoilsResponse(fault)) entry.spoiledBy ??= fault.scenario === undefined ? 'fault' : 'scenario';
  passage.tell(explained(fault));
  const { drop, delayMs } = fault;
  const after = fault.when === 'after';
  if (!after && delayMs) await passage.sleep(delayMs);
  const served = preventsEffect(fault) ? jsonReply(success, noBody) : await passage.caught(() => rest(true));
  if (after && delayMs) await passage.sleep(delayMs);
  return drop || served === 'drop' ? 'drop' : rewritten(served, fault, passage);
}

const noFault: Said = { outcome: 'skipped', text: 'No failure applied.' };
const noBody = new Uint8Array();

function rewritten(served: Reply, fault: AppliedFault, passage: Passage): Reply {
  const { status = served.status, headers: own, body, truncate } = fault;
  const error = body === undefined ? errorLike(fault, passage) : undefined;
  // Errors of a scenario count as errors of the service. Errors of a test's faults don't.
  if (error && fault.scenario !== undefined) passage.entry.error = error.error;
  const base = error?.toReply() ?? served;
  const headers = { ...(own ? served : base).headers };
  for (const [name, value] of Object.entries(own ?? {})) headers[name.toLowerCase()] = value;
  return {
    status,
    headers,
    // A status such as 204 has no body.
    body: hasBody(status) ? (bytesOf(body) ?? base.body) : noBody,
    truncateAt: truncate,
  };
}

/** Returns the service's error for the status of a fault; `undefined` if the status isn't an error. */
function errorLike({ status = 0 }: AppliedFault, { service, credential = '' }: Passage): HttpError | undefined {
  if (status < 400) return undefined;
  const { settings, admitted } = service.state;
  const { rate } = settings;
  return errorOf(status, rate ? waitIn(admitted, credential, rate, service.clock.now()) : 0);
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? encoded(body) : json(body);
}

/** Explains the effect of a fault on a request. */
function explained(fault: AppliedFault): Said {
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
