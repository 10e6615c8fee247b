import type { ErrorTexts } from './readings.ts';

/** What the mock says where the specification gives no text (GAP-15). */
export const defaultTexts: ErrorTexts = {
  unauthenticated: 'Missing or invalid credential',
  lockedOut: 'Too many failed authentication attempts',
  rateLimited: 'Rate limit exceeded',
  issueNotFound: 'Issue not found',
  organizationNotFound: 'Organization not found',
  notFound: 'Not found',
  methodNotAllowed: 'Method not allowed',
  unprocessable: 'Unprocessable request',
  internal: 'Internal server error',
};
