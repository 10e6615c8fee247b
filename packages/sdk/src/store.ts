export type {
  Acquired,
  AcquireSlotOptions,
  LockoutState,
  RateLimitStore,
  SettleSlotOptions,
  SharedLockout,
  SlotGranted,
  StoreRefusal,
} from './rate-limit/store.ts';
