import { limits } from '@issue-tracking/model';
import type { Clock } from '@issue-tracking/sdk';

/** Half of the service's limit, so that other users of the credential are not affected. */
export const defaultRate = limits.requests / 2;

/** The credential of the caller. */
export type ServiceCredential = { readonly apiKey: string } | { readonly accessToken: string };

/** How a service is reached. */
export interface ServiceOptions {
  readonly baseUrl: string;
  readonly credential: ServiceCredential;
  readonly fetch?: typeof fetch | undefined;
  readonly clock: Clock;
  /** Aborts when the run must end. */
  readonly signal: AbortSignal;
  /** Called with the milliseconds of a wait, and the reason. */
  readonly onWait?: ((ms: number, why: string) => void) | undefined;
}
