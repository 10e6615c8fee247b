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

/** The words of a step that has decided. */
export interface Said {
  readonly text: string;
  /** By default `passed`. */
  readonly outcome?: WhyStep['outcome'];
  /** Name of the behavior option that decided. */
  readonly behavior?: string | undefined;
}
