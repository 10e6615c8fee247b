import type { Service } from '../service.ts';
import type { Rate } from './sliding-window.ts';

/**
 * The request rate that holds now for an API key (LIM-1) or access token (GAP-17), valid or not; `undefined` for none, and
 * for a credential that the mock does not have.
 */
export function rateOfCredential(
  { store: { directory }, settings }: Pick<Service, 'store' | 'settings'>,
  credential: string,
): Rate | undefined {
  if (directory.apiKeys.has(credential)) return settings.rate;
  return directory.accessTokens.has(credential) ? settings.tokenRate : undefined;
}
