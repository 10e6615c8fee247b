export type {
  Acquired,
  AcquireSlotOptions,
  AuthenticationState,
  AuthenticationStep,
  RateLimitStore,
  SettleSlotOptions,
  StoreRefusal,
} from './rate-limit/store.ts';
