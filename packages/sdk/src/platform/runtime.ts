/**
 * The runtime of browsers and workers, where each byte counts: `imports` in package.json chooses `runtime.node.ts` elsewhere.
 */
import type { ConnectionFailure } from './connection-failure.ts';
import { foreign, lost } from './failure-problems.ts';
import { networkTexts } from './network-texts.ts';

/** The longest chain of causes that is read. An application's `fetch` may wrap the platform's error. */
const longestChain = 5;

/** Browsers don't reveal why a connection failed, so the request counts as sent. */
export function connectionFailure(cause: unknown, hasStatus = false, host = ''): ConnectionFailure {
  const retries = Number.POSITIVE_INFINITY;
  let reason: string | undefined;
  let error = cause;
  for (let depth = 0; depth <= longestChain && error instanceof Error; depth++) {
    reason = error.message;
    if (networkTexts.test(reason) && !hasStatus) {
      const problem = `no response of ${host}, and the platform does not say why`;
      return { kind: 'hidden', problem, sent: true, retries, reason };
    }
    error = error.cause;
  }
  if (cause instanceof Error) reason = cause.message;
  return hasStatus
    ? { kind: 'lost', problem: lost(host), sent: true, retries, reason }
    : { kind: 'foreign', problem: foreign(), sent: true, retries: 0, reason };
}
