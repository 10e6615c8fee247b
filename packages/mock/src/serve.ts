import { HttpError, reportFailure } from './platform/http/http-error.ts';
import type { PipelineResult, WireRequest, WireResponse } from './platform/http/sent.ts';
import { mockTexts } from './platform/http/mock-texts.ts';
import type { LoggedRequest } from './log/entry.ts';
import type { MockService } from './state.ts';
import { drawLatency, holdBack } from './steps/latency.ts';
import { RequestContext } from './steps/passage.ts';
import { steps } from './steps/steps.ts';

/** A request in the pipeline. */
export interface HandledRequest {
  /** The request's entry in the log, available immediately. */
  readonly entry: LoggedRequest;
  /** Rejects only when the request's own signal has aborted. */
  readonly result: Promise<PipelineResult>;
}

/** Logs a request and handles it. */
export function handle(service: MockService, request: WireRequest): HandledRequest {
  const context = new RequestContext(service, request);
  return { entry: context.entry, result: run(context) };
}

async function run(context: RequestContext): Promise<PipelineResult> {
  const { service, settings, request, entry, upload } = context;
  entry.latencyMs = drawLatency(settings);
  try {
    const result = await catchErrors(context, async () => {
      service.store.applyDue(entry.at);
      // Faults may match by the body.
      if (service.faults.matchBodies) await upload.log();
      return runSteps(context, 0);
    });
    const dated = finish(context, result);
    if (upload.isPending) {
      const logged = upload.log().then(() => service.requestLog.close(entry));
      // Don't wait for the rest of a slow upload, unless closing the connection would lose it. A body sent in process is complete.
      const closesConnection = dated.kind === 'drop' || dated.truncateAt !== undefined;
      if (closesConnection || !request.isArriving) await logged;
    } else service.requestLog.close(entry);
    const sent = entry.latencyMs === 0 ? dated : await holdBack(service, dated, entry.latencyMs, request.signal);
    if (sent.kind === 'response') entry.sentBefore = service.requestLog.nextNumber;
    return sent;
  } catch (aborted) {
    // The clock may jump again, as no request is handled.
    context.releaseClock();
    void upload.log();
    throw aborted;
  }
}

/** Runs the steps of the table, from an index, until one of them ends the request. */
async function runSteps(context: RequestContext, from: number): Promise<PipelineResult> {
  for (let at = from; ; at++) {
    const step = steps[at];
    if (!step) throw new Error('The last step has returned no response.');
    if (step.applies && !step.applies(context.entry)) continue;
    context.entry.reached = step.name;
    context.reason = step.reason ?? 'failure';
    const result = await step.run(context, () => catchErrors(context, () => runSteps(context, at + 1)));
    if (result) return result;
  }
}

/** Runs steps and converts a thrown error to a response. Rejects only if the request's own signal has aborted. */
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

/** Prints an error of the mock, or of a user's function, and returns a 500 that doesn't reveal it. */
function unexpected({ request }: RequestContext, thrown: unknown): HttpError {
  if (request.signal?.aborted) throw thrown;
  reportFailure(thrown);
  const text = 'The mock, or a function passed to it, has thrown an error, which was printed where the mock runs.';
  // enforces ERR-5
  return new HttpError(500, mockTexts.internal).because({ text, reason: 'failure' });
}

/** Logs the end of a request and its response. */
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

/** Adds the `Date` header in the mock's time, unless a fault has set one. */
function withDate(response: WireResponse, now: number): WireResponse {
  if ('date' in response.headers) return response;
  return { ...response, headers: { ...response.headers, date: httpDate(now) } };
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
