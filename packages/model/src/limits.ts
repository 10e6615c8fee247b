/** Every number the service promises. The mock enforces them, the SDK stays inside them. */
export const limits = {
  /** Requests one credential may make in one sliding window (LIM-1). */
  requests: 100,
  /** Length of the sliding window, in milliseconds (LIM-1). */
  windowMs: 60_000,
  /** Failed authentications one source may make before it is refused (AUTH-7). */
  authenticationFailures: 5,
  /** Length of the authentication window, in milliseconds (AUTH-7). */
  authenticationWindowMs: 900_000,
  /** Page of the issue list when `page` is absent (EP-7). */
  defaultPage: 1,
  /** Issues on a page when `limit` is absent (EP-7). */
  defaultPageSize: 20,
  /** The most issues a page may hold (EP-7). */
  maxPageSize: 100,
} as const;

/** What every API key begins with (AUTH-2). An OAuth access token does not. */
export const apiKeyPrefix = 'svc_';

/** Where the API begins, under the base URL (GEN-1, VER-1). */
export const apiRoot = '/api/v1';
