import type { RejectionReason } from '../../platform/http/http-error.ts';
import type { PipelineResult } from '../../platform/http/wire.ts';
import type { LoggedRequest } from '../request-log/logged-request.ts';
import type { RequestContext } from './request-context.ts';

/** One step of a request, and how it went there. */
export interface WhyStep {
  /** In the order in which a request takes them. */
  readonly step:
    | 'latency'
    | 'arrival'
    | 'route'
    | 'key'
    | 'fault'
    | 'window'
    | 'scope'
    | 'content'
    | 'parameters'
    | 'target'
    | 'body'
    | 'handler';
  /** `skipped` steps had nothing to say, or came too late; a `warned` step passed with a likely mistake. */
  readonly outcome: 'passed' | 'warned' | 'rejected' | 'skipped' | 'changed';
  /** For people. */
  readonly text: string;
  /** The behavior option that decided, and what it was. */
  readonly behavior?: { readonly name: string; readonly choice: unknown };
}

/** The explanation of a request at one step. */
export interface Explanation extends Pick<WhyStep, 'text'> {
  /** `passed` unless it says otherwise. */
  readonly outcome?: WhyStep['outcome'];
  /** The behavior option without which it would have gone otherwise. */
  readonly behavior?: string | undefined;
}

/** One step on the way of a request. */
export interface Step {
  readonly name: WhyStep['step'];
  /** The reason of its rejections, in a word; an error may have a reason of its own. */
  readonly reason?: RejectionReason;
  /** Statuses with which it rejects a request, and why: the reference lists them in this order (GAP-20). */
  readonly rejects?: string;
  /** Whether a request takes it; every one, where this is left out. */
  applies?(entry: LoggedRequest): boolean;
  /**
   * Takes the step. An outcome ends the request; `undefined` goes on to the next step. `rest` takes the steps after this
   * one, and rejects only when the request's own signal has aborted.
   *
   * @throws HttpError when it refuses the request.
   */
  run(
    context: RequestContext,
    rest: () => Promise<PipelineResult>,
  ): PipelineResult | undefined | Promise<PipelineResult | undefined>;
  /** Explains a request that it did not reject; `undefined` without an explanation. */
  explain(entry: LoggedRequest): Explanation | undefined;
}
