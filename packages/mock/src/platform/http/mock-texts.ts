/** The mock's error texts where the specification gives none (GAP-15). */
export const mockTexts = {
  /** 401, the same for a missing, unknown, expired and revoked credential. */
  unauthenticated: 'Missing or invalid credential',
  /** 429 after too many failed authentications. */
  lockedOut: 'Too many failed authentication attempts',
  /** 429 past the request rate. */
  rateLimited: 'Rate limit exceeded',
  /** 404 for an issue. */
  issueNotFound: 'Issue not found',
  /** 404 for an unknown path. */
  notFound: 'Not found',
  methodNotAllowed: 'Method not allowed',
  /** 500, for faults and errors of the mock. */
  internal: 'Internal server error',
} as const;
