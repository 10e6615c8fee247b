/**
 * The runtime of browsers and workers, where each byte counts: `imports` in package.json chooses `runtime.node.ts` elsewhere.
 */
import type { matchesCompiled as compiled } from './compiled-check.ts';
import type { ConnectionFailure } from './connection-failure.ts';
import { isNetworkText } from './network-texts.ts';

/** Browsers don't reveal why a connection failed, so the request counts as sent. */
export function connectionFailure(cause: unknown, hasStatus = false): ConnectionFailure {
  const reason = cause instanceof Error ? cause.message : undefined;
  const isLost = hasStatus || isNetworkText(reason);
  return isLost
    ? { kind: 'lost', sent: true, retries: Number.POSITIVE_INFINITY, reason }
    : { kind: 'foreign', sent: true, retries: 0, reason };
}

/** A page reads few responses, so it walks each one. */
export const matchesCompiled: typeof compiled | undefined = undefined;
