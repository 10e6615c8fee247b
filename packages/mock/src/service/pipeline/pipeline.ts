import { errorTexts } from '@issue-tracking/model';
import { jsonResponse, type Outcome, type WireRequest } from '../../platform/http/exchange.ts';
import { HttpError } from '../../platform/http/http-error.ts';
import { decodeUtf8, parseJson, readBytes } from '../../platform/http/read-body.ts';
import type { Reply } from '../handlers/handler.ts';
import { handlers } from '../handlers/handlers.ts';
import type { Readings } from '../readings/readings.ts';
import type { Caller, Service } from '../service.ts';
import type { StubEndpoint, StubRequest } from '../stubs/stub.ts';
import { authenticate, requireCaller } from './authenticate.ts';
import { checkBody, checkParameters } from './check-input.ts';
import { findRoute, findTarget, type Route } from './find-route.ts';
import { delay, latencyOf } from './latency.ts';
import { playFault } from './play-fault.ts';
import { limitRate } from './rate-limit.ts';
import { RequestContext } from './request-context.ts';

/**
 * Answers a request and logs it. The steps stand in their order of precedence: of several things that are wrong with a
 * request, the first one below is answered (GAP-20). Rejects only when the request's own signal has aborted.
 */
export function handle(service: Service, request: WireRequest): Outcome | Promise<Outcome> {
  const outcome = decide(service, request);
  const latency = latencyOf(service);
  return latency === 0 ? outcome : delay(service, outcome, latency, request.signal);
}

function decide(service: Service, request: WireRequest): Outcome | Promise<Outcome> {
  const context = new RequestContext(service, request);
  return context.finish(() => {
    service.writes.settle(context.entry.at);
    // A fault may be for what the body says, and who follows the requests wants to see the refused ones whole.
    if ((service.faults.looksAtBodies || service.journal.isFollowed) && !bodiless.has(request.method))
      return context.peek().then(() => receive(context));
    return receive(context);
  });
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** What comes before everything else: a fault on arrival. */
function receive(context: RequestContext): Served {
  const { service, request, entry } = context;
  const route = findRoute(request.method, request.path, service);
  if (!(route instanceof HttpError)) {
    entry.endpoint = route.name;
    if (!route.name) entry.stub = `${route.endpoint.method} ${route.endpoint.path}`;
    entry.params = route.params;
  }
  const fault = service.faults.take(entry, 'arrival');
  return fault ? playFault(fault, context, 200, () => admit(context, route)) : admit(context, route);
}

/** The steps up to the request rate. */
function admit(context: RequestContext, route: Route | HttpError): Served {
  const { service, request, entry } = context;
  if (service.scenario === 'offline') return { kind: 'drop' };
  if (service.scenario === 'failing') throw new HttpError(500, service.texts.internal);
  // 404 for an unknown path, 405 for a wrong method
  if (route instanceof HttpError) throw route;
  // 401, or 429 for a source that is locked out
  entry.reached = 'key';
  const caller = requireCaller(service, context, authenticate(service, request));
  entry.isKnown = true;
  entry.tenant = caller.tenant;
  entry.rate = caller.rate;
  entry.reached = 'window';

  const fault = service.faults.take(entry, 'admitted');
  if (fault) return playFault(fault, context, route.endpoint.success, () => serve(context, route, caller));

  // 429 past the request rate
  limitRate(service, caller);
  return serve(context, route, caller);
}

/** The steps after the request rate: what a fault is played before, after or instead of. */
function serve(context: RequestContext, route: Route, caller: Caller): Served {
  const { service, request, entry } = context;
  const { endpoint } = route;
  entry.reached = 'scope';
  // 403 without the endpoint's scope (AUTH-4)
  if (!caller.scopes.includes(endpoint.scope)) {
    const has = caller.scopes.length > 0 ? caller.scopes.join(', ') : 'none';
    const reason = `The endpoint needs the scope ${endpoint.scope}; the credential has ${has}.`;
    throw new HttpError(403, errorTexts.insufficientScope).because(reason);
  }
  if (service.scenario === 'forbidden')
    throw new HttpError(403, errorTexts.insufficientScope).because(
      'In the scenario forbidden no credential may do anything.',
    );

  entry.reached = 'content';
  const takesBody = route.name ? route.endpoint.body !== null : endpoint.method !== 'GET';
  if (!takesBody) return respond(undefined);
  // 400 for another content type, and for what is not JSON
  return readJson(context).then(respond);

  function respond(json: unknown): Served {
    entry.reached = 'parameters';
    // 400 for path and query parameters
    // A stub's query is whatever its reply makes of it.
    const search = route.name ? request.search : '';
    const { params, query } = checkParameters(endpoint, route.params, search, service.readings);
    entry.reached = 'target';
    // 404 for the project, then for the issue
    const target = findTarget(service, caller, route, params);
    entry.tenant ??= target.project?.organization.id;
    entry.reached = 'body';
    if (!route.name) entry.reached = 'handler';
    if (!route.name) return answerStub(route.endpoint, { params, query: queryOf(request), body: json }, service);
    // 400 for the body's members
    const body = route.endpoint.body && checkBody(route.endpoint.body, json, service.readings);
    entry.reached = 'handler';
    // Whatever the endpoint itself rejects. The cast: TypeScript can't follow a name from the endpoint to its handler;
    // the endpoint's own schemas have just checked what the handler gets.
    const handler = handlers[route.name] as unknown as (call: unknown) => Reply<unknown>;
    const { status = endpoint.success, json: answer } = handler({ service, caller, query, body, ...target });
    entry.reached = 'done';
    return jsonResponse(status, service.scenario === 'empty' ? emptied(answer, service.readings) : answer);
  }
}

type Served = Outcome | Promise<Outcome>;

async function answerStub(
  { reply, success }: StubEndpoint,
  request: StubRequest,
  { scenario, readings }: Service,
): Promise<Outcome> {
  const answer = JSON.stringify(await reply(request));
  if (answer === undefined) throw new TypeError('The reply of a stub must return JSON, and returned none.');
  return jsonResponse(success, scenario === 'empty' ? emptied(answer, readings) : answer);
}

/** An answer with its list taken out; one that is no list as it is. */
function emptied(answer: string, { emptyTotalPages }: Readings): string {
  const json = JSON.parse(answer);
  if (!Array.isArray(json?.data)) return answer;
  const counts = { total: 0, totalPages: emptyTotalPages };
  const counted = Object.entries(counts).filter(([name]) => name in json);
  return JSON.stringify({ ...json, data: [], ...Object.fromEntries(counted) });
}

function queryOf({ search }: WireRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Reads the JSON of a write; its members are checked later (GEN-3, ERR-4, GAP-16). @throws HttpError */
async function readJson(context: RequestContext): Promise<unknown> {
  const { service, entry } = context;
  const text = decodeUtf8(await readBytes(context, service.readings.bodyLimit));
  // Before it is parsed, so that the log shows what was no JSON.
  entry.body = text;
  return parseJson(text);
}
