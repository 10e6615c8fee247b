import type { Outcome } from '../../platform/http/exchange.ts';
import { HttpError } from '../../platform/http/http-error.ts';
import type { RequestContext } from './request-context.ts';

/** Ends the request where the scenario lets none succeed: `failing` and `offline`. @throws HttpError 500 */
export function playScenario({ settings, entry }: RequestContext): Outcome | undefined {
  if (settings.scenario === 'failing') {
    const text = 'In the scenario failing every request gets 500.';
    throw new HttpError(500, settings.texts.internal).because({ text });
  }
  if (settings.scenario !== 'offline') return undefined;
  const text = 'In the scenario offline every connection ends without a response.';
  entry.refusal = { reason: 'scenario', text };
  return { kind: 'drop' };
}
