export type {
  Acquired,
  AcquireRejected,
  AcquireSlotOptions,
  LockoutState,
  RateLimitStore,
  ReleaseSlotOptions,
  SlotGranted,
} from './gate/store.ts';
