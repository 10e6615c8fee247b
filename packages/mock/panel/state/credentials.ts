import type { ShownCredential } from '../../src/control/types.ts';
import type { Panel } from './panel.ts';

/** Returns the whole key or token of a credential. */
export async function revealed(panel: Panel, kind: ShownCredential['kind'], name: string): Promise<string> {
  const [value] = Object.values(await panel.call(`world.${kind}s.reveal`, { name }));
  return String(value);
}

/** Returns why a credential is not valid at a time; `undefined` for a valid one. */
export function defectOf({ revoked, expiresAt, lockout }: ShownCredential, now: number): string | undefined {
  if (revoked) return 'revoked';
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return 'expired';
  return lockout?.until && Date.parse(lockout.until) > now ? 'locked out' : undefined;
}
