import type { HttpHandler } from 'msw';
import type { Collections } from '../data/store/collections.ts';
import type { CoreMock } from './core-mock.ts';

/** The Issue Tracking API in memory. */
export interface Mock extends CoreMock {
  /** For `setupServer(...mock.handlers)` and `setupWorker(...mock.handlers)` of MSW 2.12 and above. */
  readonly handlers: HttpHandler[];
  /** Every record, as `@msw/data` collections to query, extend and change. */
  readonly world: Collections;
}
