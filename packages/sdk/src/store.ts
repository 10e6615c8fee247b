export type {
  Acquired,
  AcquireRejected,
  AcquireSlotOptions,
  LockoutState,
  RateLimitStore,
  ReleaseSlotOptions,
  SharedLockout,
  SlotGranted,
} from './rate-limit/store.ts';
