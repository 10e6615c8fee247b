import { redactedCause } from '../errors/redact.ts';
import type { Clock } from '../platform/clock.ts';
import { timeOf } from '../platform/values.ts';
import { CallNotPermitted } from './call-not-permitted.ts';
import { apiKeyProblem, credentialProblem } from './credential.ts';

/** The argument of an `accessToken` or `apiKey` function. */
export interface TokenRequest {
  /** Aborts when no call waits for the credential any longer. Don't pass it to an exchange whose refresh token works only once. */
  readonly signal: AbortSignal;
  /** The credential that the service rejected, if that is why another one is needed. */
  readonly rejected?: string;
}

/** An access token with its end. */
export interface TokenWithExpiry {
  /** The token, without `Bearer`. */
  readonly token: string;
  /**
   * The time until the token ends, in milliseconds by the client's clock: `expires_in * 1000` of OAuth. The next token is
   * requested 30 seconds before the end, or in the last tenth of a shorter life than 5 minutes; calls use this one meanwhile.
   * Without it, the client learns of the end from a 401.
   */
  readonly expiresInMs?: number;
  /** Instead of `expiresInMs`: when the token ends, as a `Date`, or as text in ISO 8601 with its zone. */
  readonly expiresAt?: Date | string;
}

// GAP-11
/**
 * Gets an OAuth access token. It is called once for all waiting calls, and again when the token is about to expire or
 * was rejected. If it throws or returns no usable token, the calls reject with a `CredentialError`.
 *
 * @example
 * const accessToken: TokenProvider = async () => {
 *   const { access_token, expires_in } = await refreshTokens();
 *   return { token: access_token, expiresInMs: expires_in * 1000 };
 * };
 */
export type TokenProvider = (request: TokenRequest) => string | TokenWithExpiry | Promise<string | TokenWithExpiry>;

/** A token, or a function that gets one. */
export type AccessToken = string | TokenProvider;

/** An API key with the time at which to request it again. */
export interface KeyWithExpiry {
  /** The key, `svc_…`. */
  readonly key: string;
  /**
   * The time after which to read the key again, in milliseconds by the client's clock. The function is called 30 seconds
   * before, or in the last tenth of a time shorter than 5 minutes; calls use this key until a 401 or the next key. Without
   * it, only a 401 leads to the next call of the function.
   */
  readonly expiresInMs?: number;
  /** Instead of `expiresInMs`: when to read the key again, as a `Date`, or as text in ISO 8601 with its zone. */
  readonly expiresAt?: Date | string;
}

/**
 * Gets an API key, such as the present one of a secret manager. It is called once for all waiting calls, and again when
 * the key is about to expire or was rejected. If it throws or returns no usable key, the calls reject with a
 * `CredentialError`.
 *
 * @example
 * const apiKey: KeyProvider = async ({ signal }) => {
 *   const key = await secrets.read('issue-tracking', { signal });
 *   return { key, expiresInMs: 5 * 60_000 };
 * };
 */
export type KeyProvider = (request: TokenRequest) => string | KeyWithExpiry | Promise<string | KeyWithExpiry>;

/** An API key, or a function that gets one. */
export type ApiKey = string | KeyProvider;

/** The options that set a credential. */
export type CredentialOption = 'apiKey' | 'accessToken';

/** A function for either option. */
export type CredentialProvider = TokenProvider | KeyProvider;

/** A checked token or key from a provider. */
export interface Token {
  readonly token: string;
  /** Time until its end, in milliseconds; `Infinity` if the provider didn't say. */
  readonly lifeMs: number;
}

/** Calls the provider. @throws CallNotPermitted if it fails or returns no usable credential; never quotes the credential. */
export async function requestToken(
  provider: CredentialProvider,
  option: CredentialOption,
  request: TokenRequest,
  clock: Clock,
): Promise<Token> {
  const unusable = (message: string, cause?: unknown) => new CallNotPermitted('CredentialError', message, { cause });
  const [member, problemOf] =
    option === 'apiKey' ? (['key', apiKeyProblem] as const) : (['token', credentialProblem] as const);
  let result: unknown;
  try {
    result = await provider(request);
  } catch (cause) {
    throw unusable(`the ${option} function failed${reasonOf(cause)}`, cause);
  }
  const fields: Record<string, unknown> =
    typeof result === 'object' && result !== null ? { ...result } : { [member]: result };
  const problem = problemOf(fields[member]);
  if (problem) throw unusable(`the ${member} from the ${option} function ${problem}`);
  const life = lifeOf(fields, clock);
  if (typeof life === 'string') throw unusable(`${life}, from the ${option} function`);
  return { token: String(fields[member]), lifeMs: life };
}

/** Returns the first sentence of what an application's code threw, because most logs show the message without its cause. */
export function reasonOf(thrown: unknown): string {
  // The error that gets the message redacts it.
  const message = redactedCause(thrown, (text) => text)?.message.trim();
  if (!message) return '';
  const [sentence = message] = /^.*?[.!?](?=\s)/.exec(message) ?? [];
  return `: ${sentence}`;
}

/** Returns how long a credential lives, or why that can't be told. */
function lifeOf({ expiresAt, expiresInMs }: Record<string, unknown>, clock: Clock): number | string {
  if (expiresAt !== undefined && expiresInMs !== undefined) return 'expiresAt and expiresInMs must not both be set';
  if (expiresInMs !== undefined) {
    return typeof expiresInMs === 'number' && expiresInMs >= 0
      ? expiresInMs
      : `expiresInMs must be milliseconds from 0, found ${typeof expiresInMs === 'number' ? expiresInMs : typeof expiresInMs}`;
  }
  if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
  const time = expiresAt instanceof Date ? expiresAt.getTime() : timeOf(expiresAt);
  if (Number.isNaN(time)) return 'expiresAt must be a Date, or an ISO 8601 string with its zone';
  return time - (clock.date?.() ?? clock.now());
}
