import { type ErrorDetail, limits } from '@issue-tracking/model';
import { checkDuration } from '../call/settings.ts';
import type { RateLimitSettings } from '../credential/shared-state.ts';
import type { RateLimitStore } from '../rate-limit/store.ts';
import type { ClientOptions } from './client-options.ts';

/** The limit a client keeps; what is wrong with the option goes to `details`. */
export function checkedRateLimit(option: ClientOptions['rateLimit'], details: ErrorDetail[]): RateLimitSettings {
  // Without a limit a 429 still pauses the credential.
  if (option === false) return { limit: Number.POSITIVE_INFINITY, windowMs: limits.windowMs, onStoreError: 'fail' };
  if (option !== undefined && (typeof option !== 'object' || option === null)) {
    details.push({ field: 'rateLimit', message: 'must be false or an object' });
  }
  const { requests = limits.requests, windowMs = limits.windowMs, store, onStoreError = 'fail' } = option ?? {};
  if (!(Number.isSafeInteger(requests) && requests > 0)) {
    details.push({ field: 'rateLimit.requests', message: 'must be a whole number from 1' });
  }
  checkDuration('rateLimit.windowMs', windowMs, details);
  if (store !== undefined && !isStore(store)) {
    details.push({ field: 'rateLimit.store', message: 'must have acquire(), settle() and penalize()' });
  }
  if (onStoreError !== 'fail' && onStoreError !== 'local') {
    details.push({ field: 'rateLimit.onStoreError', message: "must be 'fail' or 'local'" });
  }
  return { limit: requests, windowMs, store, onStoreError };
}

function isStore(store: Partial<RateLimitStore> | null): boolean {
  return [store?.acquire, store?.settle, store?.penalize].every((method) => typeof method === 'function');
}
