import type { WireResponse } from './exchange.ts';
import type { Refusal } from './http-error.ts';

/** Of every answer (GEN-2). */
const jsonHeaders: Readonly<Record<string, string>> = { 'content-type': 'application/json' };

export function success(status: number, body: string): WireResponse {
  return { kind: 'response', status, headers: jsonHeaders, body };
}

/** `{error}`, with `details` where the refusal has them (ERR-1, ERR-2). */
export function refused({ status, error, details, headers }: Refusal): WireResponse {
  return {
    kind: 'response',
    status,
    headers: { ...jsonHeaders, ...headers },
    body: JSON.stringify({ error, details }),
  };
}
