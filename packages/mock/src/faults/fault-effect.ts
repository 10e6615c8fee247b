/** A fault without its filter: its effect on a request, and its phase. */
export interface FaultEffect {
  readonly when?: 'arrival' | 'before' | 'after' | undefined;
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly delayMs?: unknown;
  readonly drop?: boolean | undefined;
  readonly truncate?: number | undefined;
}

/** The logged effect of a fault that applied to a request, with the drawn delay. */
export interface AppliedFault extends FaultEffect {
  /** `undefined` for a scenario. */
  readonly id: string | undefined;
  readonly scenario?: string;
  readonly delayMs: number;
}

/** The phase of a request in which a fault applies: on arrival, or once route and caller are known. */
export type FaultPhase = 'arrival' | 'admitted';

export function phaseOf({ when }: FaultEffect): FaultPhase {
  return when === 'arrival' ? 'arrival' : 'admitted';
}

/** Whether a fault sets any part of the response. */
export function setsResponse({ status, headers = {}, body }: FaultEffect): boolean {
  return status !== undefined || body !== undefined || Object.keys(headers).length > 0;
}

/** Whether a fault changes the response. Other faults can only delay the response. */
export function changesResponse(effect: FaultEffect): boolean {
  return Boolean(effect.drop) || setsResponse(effect) || effect.truncate !== undefined;
}

/** Whether nothing remains of the service's own response but headers. */
export function replacesResponse({ drop, status, body }: FaultEffect): boolean {
  return Boolean(drop) || status !== undefined || body !== undefined;
}

/** Whether a fault makes the response useless. Changed headers and delays don't. */
export function spoilsResponse(effect: FaultEffect): boolean {
  return replacesResponse(effect) || effect.truncate !== undefined;
}

/** Whether the service doesn't execute the request, because the fault responds instead. */
export function preventsEffect(effect: FaultEffect): boolean {
  return effect.when !== 'after' && replacesResponse(effect);
}
