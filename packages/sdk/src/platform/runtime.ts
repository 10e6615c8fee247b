/**
 * The runtime of browsers and workers, where each byte counts: `imports` in package.json chooses `runtime.node.ts` elsewhere.
 */
import type { ConnectionFailure } from './connection-failure.ts';

/** Browsers don't reveal why a connection failed, so the request counts as sent. */
export function connectionFailure(cause: unknown): ConnectionFailure {
  return { sent: true, final: false, isUnreadable: false, reason: cause instanceof Error ? cause.message : undefined };
}
