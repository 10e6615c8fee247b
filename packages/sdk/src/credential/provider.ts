import { Refusal } from '../rate-limit/refusal.ts';
import { credentialProblem } from './credential.ts';

/** The argument of an `accessToken` function. */
export interface TokenRequest {
  /** Aborts when no call waits for the token any longer. */
  readonly signal: AbortSignal;
  /** The token that the service refused, if that is why another one is needed. */
  readonly rejected?: string;
}

/** An access token with its end. */
export interface TokenWithExpiry {
  /** The token, without `Bearer`. */
  readonly token: string;
  /**
   * When the token ends: a `Date`, or text in ISO 8601 with its zone. The next token is requested 30 seconds before, or
   * in the last tenth of a life shorter than 5 minutes. Without it, the client learns of the end from a 401.
   */
  readonly expiresAt?: Date | string;
}

// GAP-11
/**
 * Gets an OAuth access token. It is called once for all waiting calls, and again when the token is about to expire or
 * was refused. If it throws or returns no usable token, the calls reject with a `CredentialError`.
 *
 * @example
 * const accessToken: TokenProvider = async ({ signal }) => {
 *   const { access_token, expires_in } = await refreshTokens({ signal });
 *   return { token: access_token, expiresAt: new Date(Date.now() + expires_in * 1000) };
 * };
 */
export type TokenProvider = (request: TokenRequest) => string | TokenWithExpiry | Promise<string | TokenWithExpiry>;

/** A token, or a function that gets one. */
export type AccessToken = string | TokenProvider;

/** What a provider gave, checked. */
export interface Token {
  readonly token: string;
  /** In milliseconds since 1970; `Infinity` when the provider didn't say. */
  readonly expiresAt: number;
}

/** @throws Refusal when the provider fails, or gives something that is not a usable token. Never quotes it. */
export async function askForToken(provider: TokenProvider, request: TokenRequest): Promise<Token> {
  const answer: unknown = await ask(provider, request);
  const given = typeof answer === 'object' && answer !== null ? answer : { token: answer };
  const { token, expiresAt } = given as { token?: unknown; expiresAt?: unknown };
  const problem = credentialProblem(token);
  if (problem) throw unusable(`the token from the accessToken function ${problem}`);
  return { token: token as string, expiresAt: expiry(expiresAt) };
}

async function ask(provider: TokenProvider, request: TokenRequest): Promise<unknown> {
  try {
    return await provider(request);
  } catch (cause) {
    throw unusable('the accessToken function failed', cause);
  }
}

function expiry(expiresAt: unknown): number {
  if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
  const time = typeof expiresAt === 'string' || expiresAt instanceof Date ? new Date(expiresAt).getTime() : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw unusable('expiresAt from the accessToken function must be a Date, or an ISO 8601 string with its zone');
}

function unusable(message: string, cause?: unknown): Refusal {
  return new Refusal('CredentialError', message, { cause });
}
