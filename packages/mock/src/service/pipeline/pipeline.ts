import type { WireRequest } from '../../platform/http/exchange.ts';
import type { Service } from '../service.ts';
import { drawLatency, holdBack } from './latency.ts';
import { bodiless, RequestContext } from './request-context.ts';
import type { Served } from './step.ts';
import { steps } from './steps.ts';

/** Answers a request and logs it. Rejects only when the request's own signal has aborted. */
export function handle(service: Service, request: WireRequest): Served {
  const context = new RequestContext(service, request);
  const { entry, settings } = context;
  entry.latencyMs = drawLatency(settings);
  const outcome = context.finish(() => {
    service.writes.settle(entry.at);
    // A fault may be for what the body says.
    if (service.faults.looksAtBodies && !bodiless.has(request.method)) return context.peek().then(() => walk(context));
    return walk(context);
  });
  return entry.latencyMs === 0 ? outcome : holdBack(service, outcome, entry.latencyMs, request.signal);
}

/** Takes the steps of the table, from one on, until one of them ends the request. */
function walk(context: RequestContext, from = 0): Served {
  let at = from;
  const rest = () => walk(context, at + 1);
  for (let step = steps[at]; step; step = steps[++at]) {
    if (step.applies && !step.applies(context.entry)) continue;
    context.enter(step);
    const end = step.take(context, rest);
    if (end instanceof Promise) return end.then((outcome) => outcome ?? rest());
    if (end) return end;
  }
  throw new Error('The last step has given no response.');
}
