import type { Credential } from '../transport/responses.ts';
import type { Panel } from './panel.ts';

/** Returns the whole key or token of a credential. */
export async function revealed(panel: Panel, { kind, name }: Pick<Credential, 'kind' | 'name'>): Promise<string> {
  const [value] = Object.values(await panel.call<Record<string, string>>(`world.${kind}s.reveal`, { name }));
  return String(value);
}

/** Returns why a credential is not valid at a time; `undefined` for a valid one. */
export function defectOf({ revoked, expiresAt, lockout }: Credential, now: number): string | undefined {
  if (revoked) return 'revoked';
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return 'expired';
  return lockout?.until && Date.parse(lockout.until) > now ? 'locked out' : undefined;
}
