/** The effect of a fault on a request, and its phase: the fault without its filter. */
export interface FaultEffect {
  readonly when?: 'arrival' | 'before' | 'after' | undefined;
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly delayMs?: unknown;
  readonly drop?: boolean | undefined;
  readonly truncate?: number | undefined;
}

/** A fault that was applied to a request, as the log keeps it: its effect, with the delay drawn. */
export interface AppliedFault extends FaultEffect {
  /** `undefined` for a scenario: a test has not added it. */
  readonly id: string | undefined;
  readonly scenario?: string;
  readonly delayMs: number;
}

/** When a fault may touch a request: on its arrival, or once the request has a route and a caller. */
export type FaultPhase = 'arrival' | 'admitted';

export function phaseOf({ when }: FaultEffect): FaultPhase {
  return when === 'arrival' ? 'arrival' : 'admitted';
}

/** Whether it gives the response, or a part of it. */
export function setsResponse({ status, headers = {}, body }: FaultEffect): boolean {
  return status !== undefined || body !== undefined || Object.keys(headers).length > 0;
}

/** Whether the response is another one than without it; if not, it can only delay that. */
export function changesResponse(effect: FaultEffect): boolean {
  return Boolean(effect.drop) || setsResponse(effect) || effect.truncate !== undefined;
}

/** Whether the client gets nothing of the service's own response but headers. */
export function replacesResponse({ drop, status, body }: FaultEffect): boolean {
  return Boolean(drop) || status !== undefined || body !== undefined;
}

/** Whether it is why a request came to nothing: headers and a delay still leave the client a response to use. */
export function spoilsResponse(effect: FaultEffect): boolean {
  return replacesResponse(effect) || effect.truncate !== undefined;
}

/** Whether the request has no effect: the fault responds in place of the service. */
export function preventsEffect(effect: FaultEffect): boolean {
  return effect.when !== 'after' && replacesResponse(effect);
}
