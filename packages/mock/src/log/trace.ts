import type { StepName } from './steps.ts';

/** A change after which the same request, or the request that it sends, gets further. A method of the control API makes it. */
export interface Remedy {
  /** An instruction for users, such as `Give acme-reader the scope issues:write`. */
  readonly text: string;
  readonly method: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One step of a request, and its outcome. */
export interface WhyStep {
  /** Listed in the order of execution. */
  readonly step: StepName;
  /** `skipped`: didn't apply or wasn't reached. `changed`: changed the response. `warned`: passed with a likely mistake. */
  readonly outcome: 'passed' | 'warned' | 'rejected' | 'skipped' | 'changed';
  /** An explanation for users. */
  readonly text: string;
  /** The behavior option that decided, and its value. */
  readonly behavior?: { readonly name: string; readonly choice: unknown };
  /** Of the step that failed the request: remedies in the present state of the mock, the most useful first. */
  readonly remedies?: readonly Remedy[];
}

/** The words of a step that has decided. */
export interface Said {
  readonly text: string;
  /** By default `passed`. */
  readonly outcome?: WhyStep['outcome'];
  /** Name of the behavior option that decided. */
  readonly behavior?: string | undefined;
}
