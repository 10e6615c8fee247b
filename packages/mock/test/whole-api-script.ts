import type { Mock, MockOptions } from '@issue-tracking/mock';

/** Abilities that some adapters lack. */
export type Needed = 'truncate';

/** A request of a script. */
export interface Asked {
  /** By default `svc_acme`; `null` for none. */
  readonly credential?: string | null;
  /** A text is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request below `/api`, and records the outcome. */
export type Ask = (method: string, path: string, request?: Asked) => Promise<void>;

/** Returns the options of `fetch` for a request. */
export function optionsOf(method: string, { credential = 'svc_acme', body, headers }: Asked = {}): RequestInit {
  return {
    method,
    headers: {
      ...(credential !== null && { authorization: `Bearer ${credential}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

/** Consecutive requests, and their expected statuses. */
export interface Script {
  readonly options?: MockOptions;
  readonly needs?: Needed;
  /** Whether faults replace responses, so that they need not conform. */
  readonly hasFaults?: true;
  readonly expected: readonly (number | 'no answer' | 'broken off')[];
  play(ask: Ask, mock: Mock): Promise<void>;
}

export const issues = '/v1/projects/prj_web/issues';
export const issue = `${issues}/1`;
export const comments = `${issue}/comments`;
