import { HttpError, reportFailure } from '../../platform/http/http-error.ts';
import type { PipelineResult, WireRequest, WireResponse } from '../../platform/http/wire.ts';
import type { LoggedRequest } from '../request-log/logged-request.ts';
import type { MockService } from '../service.ts';
import { drawLatency, holdBack } from './latency.ts';
import { RequestContext } from './request-context.ts';
import { steps } from './steps.ts';

/** A request that is being answered. */
export interface HandledRequest {
  /** Its entry in the log, which is there at once. */
  readonly entry: LoggedRequest;
  /** Rejects only when the request's own signal has aborted. */
  readonly result: Promise<PipelineResult>;
}

/** Logs a request and answers it. */
export function handle(service: MockService, request: WireRequest): HandledRequest {
  const context = new RequestContext(service, request);
  return { entry: context.entry, result: answer(context) };
}

async function answer(context: RequestContext): Promise<PipelineResult> {
  const { service, settings, request, entry, upload } = context;
  entry.latencyMs = drawLatency(settings);
  try {
    const result = await catchErrors(context, async () => {
      service.writes.applyDue(entry.at);
      // A fault may be for what the body says.
      if (service.faults.looksAtBodies) await upload.log();
      return runSteps(context, 0);
    });
    const dated = finish(context, result);
    if (upload.isPending) {
      const logged = upload.log().then(() => service.requestLog.close(entry));
      // A client that is slow to send its body is answered before it has come. Not with a connection that is to end: the
      // body would be gone. What is in this process is there at once.
      const ends = dated.kind === 'drop' || dated.truncateAt !== undefined;
      if (ends || !request.isArriving) await logged;
    } else service.requestLog.close(entry);
    const sent = entry.latencyMs === 0 ? dated : await holdBack(service, dated, entry.latencyMs, request.signal);
    if (sent.kind === 'response') entry.sentBefore = service.requestLog.nextNumber;
    return sent;
  } catch (aborted) {
    context.releaseClock();
    void upload.log();
    throw aborted;
  }
}

/** Takes the steps of the table, from one on, until one of them ends the request. */
async function runSteps(context: RequestContext, from: number): Promise<PipelineResult> {
  for (let at = from; ; at++) {
    const step = steps[at];
    if (!step) throw new Error('The last step has given no response.');
    if (step.applies && !step.applies(context.entry)) continue;
    context.entry.reached = step.name;
    context.reason = step.reason ?? 'failure';
    const result = await step.run(context, () => catchErrors(context, () => runSteps(context, at + 1)));
    if (result) return result;
  }
}

/** Runs steps; an error that one of them throws becomes its response. Rejects only when the request's own signal has aborted. */
async function catchErrors(context: RequestContext, run: () => Promise<PipelineResult>): Promise<PipelineResult> {
  try {
    return await run();
  } catch (thrown) {
    const { entry, reason } = context;
    const error = thrown instanceof HttpError ? thrown : unexpected(context, thrown);
    entry.error = error.error;
    entry.rejection = { ...error.why, reason: error.why.reason ?? reason };
    return error.toResponse();
  }
}

/** A failure of the mock, or of a function given to it: printed for its author, and hidden from the client. */
function unexpected({ request, settings }: RequestContext, thrown: unknown): HttpError {
  if (request.signal?.aborted) throw thrown;
  reportFailure(thrown);
  const text = 'The mock itself has failed, or a function given to it: the error was printed where the mock runs.';
  // enforces ERR-5
  return new HttpError(500, settings.texts.internal).because({ text, reason: 'failure' });
}

/** Takes down in the log how a request ends. */
function finish(context: RequestContext, result: PipelineResult): PipelineResult {
  const { service, entry } = context;
  const now = service.clock.now();
  entry.endedAt = now;
  context.releaseClock();
  if (result.kind === 'drop') return result;
  const dated = withDate(result, now);
  entry.setResponse(dated);
  return dated;
}

/** Adds the `Date` header, in the mock's time; one that a fault has set stays. */
function withDate(response: WireResponse, now: number): WireResponse {
  if ('date' in response.headers) return response;
  return { ...response, headers: { ...response.headers, date: httpDate(now) } };
}

let lastSecond = Number.NaN;
let lastDate = '';

/** Returns a time as the `Date` header has it. Written once a second, because it would take longer than many a response. */
function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}
