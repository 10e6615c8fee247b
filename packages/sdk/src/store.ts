export type {
  Acquired,
  AcquireRejected,
  AcquireSlotOptions,
  LockoutState,
  RateLimitStore,
  ReleaseSlotOptions,
  SlotGranted,
} from './rate-limit/rate-limit-store.ts';
