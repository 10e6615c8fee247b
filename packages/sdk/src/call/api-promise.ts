import type { Attempt } from '../errors/issue-tracking-error.ts';
import { redactedHeaders } from '../errors/redact.ts';
import type { Call } from './call.ts';
import type { Answer } from './outcome.ts';

/** How a call was answered. */
export interface ResponseInfo {
  /** HTTP status. */
  readonly status: number;
  /** A copy, without credentials that the service may have echoed. */
  readonly headers: Headers;
  /** What was sent for it, first to last. */
  readonly attempts: readonly Attempt[];
}

/** A result together with the response that carried it. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

/** The promise of a result, which also gives the response on request. */
export interface ApiPromise<T> extends Promise<T> {
  /**
   * The result together with status, headers and attempts.
   *
   * @example
   * const { data, response } = await client.issues.get('prj_web', 7).withResponse();
   * console.log(data.title, response.headers.get('date'));
   */
  withResponse(): Promise<WithResponse<T>>;
}

/** How a call was answered, for its caller. */
export function responseInfo({ status, headers }: Answer, { attempts, redact }: Call): ResponseInfo {
  let safe: Headers | undefined;
  return {
    status,
    attempts,
    // Few ask for them, and copying takes longer than the rest of this.
    get headers() {
      safe ??= redactedHeaders(headers, redact);
      return safe;
    },
  };
}

/** The promise of a result, from the promise of a result with its response. */
export function apiPromise<T>(whole: Promise<WithResponse<T>>): ApiPromise<T> {
  const result = whole.then(({ data }) => data);
  return Object.assign(result, {
    withResponse() {
      // Whoever asks for the response handles its failure there; the plain promise is then nobody's.
      result.catch(() => {});
      return whole;
    },
  });
}
