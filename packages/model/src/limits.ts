/** Every number that the service promises. The mock enforces them, the SDK stays within them. */
export const limits = {
  // LIM-1
  /** Requests one credential may make in one sliding window. */
  requests: 100,
  /** Length of the sliding window, in milliseconds. */
  windowMs: 60_000,
  // AUTH-7
  /** Failed authentications one source may make before it is locked out. */
  authenticationFailures: 5,
  /** Length of the authentication window, in milliseconds. */
  authenticationWindowMs: 900_000,
  // EP-7
  /** Page of the issue list when `page` is absent. */
  defaultPage: 1,
  /** Issues on a page when `limit` is absent. */
  defaultPageSize: 20,
  /** The most issues a page may hold. */
  maxPageSize: 100,
} as const;

// enforces GEN-1, VER-1
/** Where the API begins, under the base URL. */
export const apiRoot = '/api/v1';
