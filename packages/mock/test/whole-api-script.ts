import type { Mock, MockOptions } from '@issue-tracking/mock';

/** Abilities that some adapters lack. */
export type Needed = 'truncate';

/** Sends one request below `/api`, by default as `svc_acme`, and records the outcome. */
export type Ask = (
  method: string,
  path: string,
  request?: { credential?: string | null; body?: unknown; headers?: Record<string, string> },
) => Promise<void>;

/** Consecutive requests, and their expected statuses. */
export interface Script {
  readonly options?: MockOptions;
  readonly needs?: Needed;
  readonly expected: readonly (number | 'no answer' | 'broken off')[];
  play(ask: Ask, mock: Mock): Promise<void>;
}

export const issues = '/v1/projects/prj_web/issues';
export const issue = `${issues}/1`;
export const comments = `${issue}/comments`;
