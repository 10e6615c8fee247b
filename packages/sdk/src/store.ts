/**
 * The interface of a store, for one in another database than Redis.
 *
 * @packageDocumentation
 */
export type {
  Acquired,
  AcquireRejected,
  AcquireSlotOptions,
  LockoutState,
  RateLimitStore,
  ReleaseSlotOptions,
  SlotGranted,
} from './gate/store.ts';
