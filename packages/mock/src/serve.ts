import { endpoints } from '@issue-tracking/model';
import { matchBodies } from './faults/faults.ts';
import type { Entry, Explain } from './log/entry.ts';
import { isIn, weigh } from './log/log.ts';
import { HttpError } from './platform/http/http-error.ts';
import type { Reply } from './platform/http/reply.ts';
import type { Sent } from './platform/http/sent.ts';
import type { Caller, Service } from './state.ts';
import { withFault } from './steps/apply-fault.ts';
import { authenticate } from './steps/authenticate.ts';
import { checkBody, checkParameters, readJson } from './steps/check-input.ts';
import { insufficientScope } from './steps/errors.ts';
import { drawLatency, holdBack, latencySaid } from './steps/latency.ts';
import { Passage } from './steps/passage.ts';
import { limitRate } from './steps/rate-limit.ts';
import { requireTarget, respond } from './steps/respond.ts';
import type { Route } from './steps/route.ts';

/** A request that is being served. */
export interface Served {
  /** Its entry in the log, available immediately. */
  readonly entry: Entry;
  /** Rejects only when the request's own signal has aborted. */
  readonly reply: Promise<Reply | 'drop'>;
}

/** Logs a request and serves it. */
export function serve(service: Service, sent: Sent): Served {
  const passage = new Passage(service, sent);
  return { entry: passage.entry, reply: pass(passage) };
}

/** Passes a request through the steps, between the fault on arrival before them and the latency after them. */
async function pass(passage: Passage): Promise<Reply | 'drop'> {
  const { sent, entry } = passage;
  const latency = drawLatency(entry.settings);
  if (latency > 0) entry.tell('latency', latencySaid(entry.settings, latency));
  try {
    const reply = await passage.caught(async () => {
      // Faults may match by the body.
      if (matchBodies(passage.service.state.faults)) await passage.logBody();
      return withFault(passage, 'arrival', 200, () => admit(passage));
    });
    // Only in process: to notice that a client of the server has left takes a listener for each request.
    if (!sent.isArriving) sent.signal?.throwIfAborted();
    const dated = finish(passage, reply);
    if (passage.lacksBody) {
      const logged = passage.logBody().then(() => close(passage));
      // Don't wait for the rest of a slow upload, unless closing the connection would lose it. A body sent in process is complete.
      const closesConnection = dated === 'drop' || dated.truncateAt !== undefined;
      if (closesConnection || !sent.isArriving) await logged;
    } else close(passage);
    if (latency > 0) await holdBack(passage.service, latency, sent.signal);
    return dated;
  } catch (aborted) {
    // The clock may jump again, as the request is no longer served.
    passage.releaseClock();
    entry.abort(passage.service.clock.now());
    void passage.logBody().then(() => close(passage));
    throw aborted;
  } finally {
    passage.service.inFlight.delete(passage);
  }
}

/**
 * The steps of a request in their order of precedence: the first mistake decides the response (GAP-20). Requests overlap where a step
 * is awaited, so what has to be one thing, such as reading and writing a record, is done within one step.
 */
async function admit(passage: Passage): Promise<Reply | 'drop'> {
  const route = passage.at('route', () => requireRoute(passage));
  const caller = passage.at('key', () => authenticate(passage));
  return withFault(passage, 'admitted', route.success, async (isFaulty) => {
    passage.at('rate limit', () => limitRate(passage, caller, isFaulty));
    passage.at('scope', () => requireScope(passage, caller, route));
    const sent = route.body && (await passage.at('content', () => readJson(passage)));
    const { params, query } = passage.at('parameters', () => checkParameters(passage, route));
    if ('projectId' in params) passage.at('target', () => requireTarget(passage, caller, params));
    const { body: schema } = route;
    const body = schema && passage.at('body', () => checkBody(passage, schema, sent));
    return passage.at('handler', () => respond(passage, route, { caller, params, query, body }));
  });
}

/** The route was found on arrival. @throws HttpError 404, 405 */
function requireRoute(passage: Passage): Route {
  const { route, sent } = passage;
  if (route instanceof HttpError) throw route;
  if (sent.method === 'HEAD') passage.tell({ text: 'HEAD is handled as GET, without a body.' });
  return route;
}

/** @throws HttpError 403 */
function requireScope(passage: Passage, { scopes }: Caller, { scope }: Route): void {
  // enforces AUTH-4, AUTH-5
  if (!scopes.includes(scope)) {
    const has = scopes.length > 0 ? scopes.join(', ') : 'none';
    throw insufficientScope().because({ text: `The endpoint needs the scope ${scope}; the credential has ${has}.` });
  }
  passage.tell(hasScope);
}

const hasScope: Explain = ({ endpoint }) => ({
  text: `The credential has the scope ${endpoint && endpoints[endpoint].scope}.`,
});

/** Logs the end of a request and its response. */
function finish(passage: Passage, reply: Reply | 'drop'): Reply | 'drop' {
  const { service, entry } = passage;
  const now = service.clock.now();
  entry.endedAt = now;
  passage.releaseClock();
  if (reply === 'drop') return reply;
  const dated = withDate(reply, now);
  entry.reply = dated;
  return dated;
}

/** Tells listeners that a request is finished and its body read, unless the log has dropped it. */
function close({ service: { state, requestListeners }, entry }: Passage): void {
  if (!isIn(state.log, entry)) return;
  weigh(state.log, entry);
  if (requestListeners.size === 0) return;
  const view = entry.view();
  for (const listener of requestListeners) listener(view);
}

/** Adds the `Date` header in the mock's time, unless a fault has set one. */
function withDate(reply: Reply, now: number): Reply {
  if ('date' in reply.headers) return reply;
  return { ...reply, headers: { ...reply.headers, date: httpDate(now) } };
}

let lastSecond = Number.NaN;
let lastDate = '';

/** Formats a time for the `Date` header. Cached per second: formatting takes longer than many responses. */
function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}
