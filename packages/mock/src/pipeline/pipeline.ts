import type { Outcome, WireRequest } from '../http/exchange.ts';
import { Refusal } from '../http/http-error.ts';
import { refused } from '../http/respond.ts';
import type { OpenEntry } from '../request-log/journal.ts';
import { nearestEndpoint } from '../request-log/nearest-endpoint.ts';
import { redact, redactKeys } from '../request-log/redact.ts';
import type { Service } from '../service.ts';
import { limitRate } from './admit.ts';
import { type Admitted, answer } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { ClockHold } from './clock-hold.ts';
import { playFault } from './play-fault.ts';
import { findRoute } from './route.ts';

/** A request on its way through the steps. */
interface Passage {
  readonly service: Service;
  readonly request: WireRequest;
  readonly entry: OpenEntry;
  readonly hold: ClockHold;
}

/** Answers a request and writes it down in the journal. Rejects only when the request's own signal has aborted. */
export function handle(service: Service, request: WireRequest): Outcome | Promise<Outcome> {
  const entry = service.journal.open({
    at: service.clock.now(),
    method: request.method,
    path: redactKeys(request.path),
    search: redactKeys(request.search),
  });
  const passage = { service, request, entry, hold: new ClockHold(service.clock) };
  const outcome = attempt(passage, () => admit(passage));
  if (!(outcome instanceof Promise)) return close(passage, outcome);
  return outcome.then(
    (settled) => close(passage, settled),
    (aborted) => {
      passage.hold.release();
      throw aborted;
    },
  );
}

/** Route, credential, fault and request rate, in the order in which they refuse (GAP-20). */
function admit(passage: Passage): Outcome | Promise<Outcome> {
  const { service, request, entry, hold } = passage;
  const route = findRoute(request.method, request.path, service.texts);
  entry.endpoint = route.name;
  const caller = authenticate(service, request);
  entry.credential = redact(caller.credential);
  const admitted: Admitted = { request, route, caller, entry };
  const fault = service.faults.take(route.name, caller.credential, entry);
  if (!fault) {
    limitRate(service, caller);
    return answer(service, admitted);
  }
  entry.fault = true;
  return playFault(fault, {
    serve: () => attempt(passage, () => answer(service, admitted)),
    async sleep(ms) {
      const { restorations } = service.store;
      await hold.sleep(ms, request.signal);
      return restorations === service.store.restorations;
    },
    texts: service.texts,
    status: route.endpoint.success,
  });
}

/** Turns what a step throws into the answer it stands for. */
function attempt(passage: Passage, step: () => Outcome | Promise<Outcome>): Outcome | Promise<Outcome> {
  const fail = (thrown: unknown): Outcome => {
    const { service, request, entry } = passage;
    const refusal = thrown instanceof Refusal ? thrown : unexpected(thrown, request, service.texts.internal);
    entry.error = refusal.error;
    if (!entry.endpoint && refusal.status === 404) entry.nearest = nearestEndpoint(request.path);
    return refused(refusal);
  };
  try {
    const outcome = step();
    return outcome instanceof Promise ? outcome.catch(fail) : outcome;
  } catch (thrown) {
    return fail(thrown);
  }
}

/** The mock's own failure, or that of a function given to it: whoever wrote it has to see it, the client must not. */
function unexpected(thrown: unknown, { signal }: WireRequest, text: string): Refusal {
  if (signal?.aborted) throw thrown;
  // biome-ignore lint/suspicious/noConsole: there is no other place to tell it
  console.error(thrown);
  return new Refusal(500, text);
}

function close({ service, entry, hold }: Passage, outcome: Outcome): Outcome {
  if (outcome.kind === 'response') entry.status = outcome.status;
  service.journal.close(entry);
  hold.release();
  return outcome;
}
