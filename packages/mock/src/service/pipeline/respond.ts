import { jsonResponse, type WireResponse } from '../../platform/http/exchange.ts';
import { decoded, type Json, json } from '../../platform/http/json.ts';
import type { CheckedCall, Reply } from '../handlers/handler.ts';
import type { Readings } from '../readings/readings.ts';
import type { RequestContext } from './request-context.ts';

/** Has the endpoint's handler, or the stub, give the response. @throws HttpError for what the endpoint itself rejects */
export function respond(context: RequestContext): WireResponse | Promise<WireResponse> {
  const { service, settings, route, caller, params, query, body, project, issue } = context;
  const { readings, texts, scenario } = settings;
  const call: CheckedCall = { service, readings, texts, caller, params, query, body, project, issue };
  const written = ({ status = route.to.success, json: body }: Reply<unknown>) =>
    jsonResponse(status, scenario === 'empty' ? emptied(body, readings) : body);
  const reply = route.to.answer(call);
  return reply instanceof Promise ? reply.then(written) : written(reply);
}

/** A response with its list taken out; one that is no list as it is. */
function emptied(response: Json<unknown>, { emptyTotalPages }: Readings): Json<unknown> {
  const said = JSON.parse(decoded(response));
  if (!Array.isArray(said?.data)) return response;
  const counts = { total: 0, totalPages: emptyTotalPages };
  const counted = Object.entries(counts).filter(([name]) => name in said);
  return json({ ...said, data: [], ...Object.fromEntries(counted) });
}
