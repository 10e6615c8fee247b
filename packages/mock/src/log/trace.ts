import type { RejectionReason } from '../platform/http/http-error.ts';
import type { PipelineResult } from '../platform/http/sent.ts';
import type { LoggedRequest } from './entry.ts';
import type { RequestContext } from '../steps/passage.ts';

/** One step of a request, and its outcome. */
export interface WhyStep {
  /** Listed in the order of execution. */
  readonly step:
    | 'latency'
    | 'arrival'
    | 'route'
    | 'key'
    | 'fault'
    | 'rate limit'
    | 'scope'
    | 'content'
    | 'parameters'
    | 'target'
    | 'body'
    | 'handler';
  /** `skipped`: didn't apply or wasn't reached. `changed`: changed the response. `warned`: passed with a likely mistake. */
  readonly outcome: 'passed' | 'warned' | 'rejected' | 'skipped' | 'changed';
  /** An explanation for users. */
  readonly text: string;
  /** The behavior option that decided, and its value. */
  readonly behavior?: { readonly name: string; readonly choice: unknown };
}

/** The explanation of one step of a request. */
export interface Explanation extends Pick<WhyStep, 'text'> {
  /** By default `passed`. */
  readonly outcome?: WhyStep['outcome'];
  /** Name of the behavior option that decided. */
  readonly behavior?: string | undefined;
}

/** One step of the pipeline. */
export interface Step {
  readonly name: WhyStep['step'];
  /** Default reason of the step's rejections. */
  readonly reason?: RejectionReason;
  /** Statuses of the step's rejections, with causes, for the reference of errors (GAP-20). */
  readonly rejects?: string;
  /** Whether the step is part of a request. By default it is. */
  applies?(entry: LoggedRequest): boolean;
  /**
   * Runs the step. A result ends the request; `undefined` continues with the next step. `rest` runs the steps after this one, and
   * rejects only if the request's own signal has aborted.
   *
   * @throws HttpError if the step rejects the request.
   */
  run(
    context: RequestContext,
    rest: () => Promise<PipelineResult>,
  ): PipelineResult | undefined | Promise<PipelineResult | undefined>;
  /** Explains the step for a request that the step did not reject; `undefined` if there is nothing to explain. */
  explain(entry: LoggedRequest): Explanation | undefined;
}
