import { jsonResponse, type WireResponse } from '../../platform/http/exchange.ts';
import type { CheckedCall, Reply } from '../handlers/handler.ts';
import type { Readings } from '../readings/readings.ts';
import type { RequestContext } from './request-context.ts';

/** Has the endpoint's handler, or the stub, give the response. @throws HttpError for what the endpoint itself rejects */
export function respond(context: RequestContext): WireResponse | Promise<WireResponse> {
  const { service, settings, route, caller, params, query, body, project, issue } = context;
  const { readings, texts, scenario } = settings;
  const call: CheckedCall = { service, readings, texts, caller, params, query, body, project, issue };
  const written = ({ status = route.to.success, json }: Reply<unknown>) =>
    jsonResponse(status, scenario === 'empty' ? emptied(json, readings) : json);
  const reply = route.to.answer(call);
  return reply instanceof Promise ? reply.then(written) : written(reply);
}

/** A response with its list taken out; one that is no list as it is. */
function emptied(response: string, { emptyTotalPages }: Readings): string {
  const json = JSON.parse(response);
  if (!Array.isArray(json?.data)) return response;
  const counts = { total: 0, totalPages: emptyTotalPages };
  const counted = Object.entries(counts).filter(([name]) => name in json);
  return JSON.stringify({ ...json, data: [], ...Object.fromEntries(counted) });
}
