import { Refusal } from '../rate-limit/refusal.ts';
import { credentialProblem } from './credential.ts';

/** What a token provider is told. */
export interface TokenRequest {
  /** Aborts when no call waits for the token any more. */
  readonly signal: AbortSignal;
  /** The token that the service refused, when that is why another is asked for. */
  readonly rejected?: string;
}

/** A token and when it ends. */
export interface TokenWithExpiry {
  readonly token: string;
  /**
   * A date, as text in ISO 8601 with its zone. A new token is asked for 30 seconds before, or in the last tenth of a
   * life that is shorter than 5 minutes. Without it, only a 401 tells that the token has ended.
   */
  readonly expiresAt?: Date | string;
}

// GAP-11
/**
 * Gets an OAuth access token. Asked once for all waiting calls, and again when the token is about to expire
 * or was refused. When it throws or gives no usable token, the calls reject with CredentialError.
 *
 * @example
 * const accessToken: TokenProvider = async ({ signal }) => {
 *   const { access_token, expires_in } = await refreshTokens({ signal });
 *   return { token: access_token, expiresAt: new Date(Date.now() + expires_in * 1000) };
 * };
 */
export type TokenProvider = (request: TokenRequest) => string | TokenWithExpiry | Promise<string | TokenWithExpiry>;

/** What the client's `accessToken` may be. */
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
