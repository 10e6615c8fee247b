import type { Reply } from '../handlers/handler.ts';
import { handlers } from '../handlers/handlers.ts';
import type { Outcome, WireRequest } from '../http/exchange.ts';
import { readJson } from '../http/read-body.ts';
import { success } from '../http/respond.ts';
import type { OpenEntry } from '../request-log/journal.ts';
import type { Service } from '../service.ts';
import { requireScope } from './admit.ts';
import type { Caller } from './authenticate.ts';
import { checkBody, checkParameters } from './check-input.ts';
import { findTarget } from './find-target.ts';
import type { Route } from './route.ts';

/** A request of a known caller for a known endpoint. */
export interface Admitted {
  readonly request: WireRequest;
  readonly route: Route;
  readonly caller: Caller;
  readonly entry: OpenEntry;
}

/**
 * Answers an admitted request. Its refusals come in this order (GAP-20): scope, content type and JSON, query and path,
 * project, issue, the body's members, and what the handler refuses. @throws Refusal
 */
export function answer(service: Service, admitted: Admitted): Outcome | Promise<Outcome> {
  const { route, request, caller, entry } = admitted;
  requireScope(caller, route.endpoint.scope);
  if (route.endpoint.body === null) return serve(service, admitted, undefined);
  return readJson(request, service.readings.bodyLimit, entry).then((json) => serve(service, admitted, json));
}

function serve(service: Service, { route, request, caller }: Admitted, json: unknown): Outcome {
  const { endpoint, name } = route;
  const { params, query } = checkParameters(endpoint, route.params, request.search, service.readings);
  const target = findTarget(service, caller, endpoint.path, params);
  const body = endpoint.body && checkBody(endpoint.body, json, service.readings);
  // Checked by the row's own schemas just above; TypeScript can't follow the name from the row to its handler.
  const handler = handlers[name] as unknown as (call: unknown) => Reply<unknown>;
  const reply = handler({ service, caller, query, body, ...target });
  return success(reply.status ?? endpoint.success, reply.json);
}
