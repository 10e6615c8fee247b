import { redactedCause } from '../errors/redact.ts';
import { CallNotPermitted } from './call-not-permitted.ts';
import { apiKeyProblem, credentialProblem } from './credential.ts';

/** The argument of an `accessToken` or `apiKey` function. */
export interface TokenRequest {
  /** Aborts when no call waits for the credential any longer. */
  readonly signal: AbortSignal;
  /** The credential that the service rejected, if that is why another one is needed. */
  readonly rejected?: string;
}

/** An access token with its end. */
export interface TokenWithExpiry {
  /** The token, without `Bearer`. */
  readonly token: string;
  /**
   * When the token ends: a `Date`, or text in ISO 8601 with its zone. The next token is requested 30 seconds before. If
   * the token lives less than 5 minutes, it is requested in the last tenth of that time. Without `expiresAt`, the client
   * learns of the end from a 401.
   */
  readonly expiresAt?: Date | string;
}

// GAP-11
/**
 * Gets an OAuth access token. It is called once for all waiting calls, and again when the token is about to expire or
 * was rejected. If it throws or returns no usable token, the calls reject with a `CredentialError`.
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

/** An API key with the time at which to request it again. */
export interface KeyWithExpiry {
  /** The key, `svc_…`. */
  readonly key: string;
  /**
   * When to call the function again: a `Date`, or text in ISO 8601 with its zone. The call is made 30 seconds before. If
   * the time is shorter than 5 minutes, the call is made in its last tenth. Without `expiresAt`, only a 401 leads to the
   * next call.
   */
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
 *   return { key, expiresAt: new Date(Date.now() + 5 * 60_000) };
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
  /** In milliseconds since 1970; `Infinity` when the provider didn't say. */
  readonly expiresAt: number;
}

/** Calls the provider. @throws CallNotPermitted if it fails or returns no usable credential; never quotes the credential. */
export async function requestToken(
  provider: CredentialProvider,
  option: CredentialOption,
  request: TokenRequest,
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
  const fields = typeof result === 'object' && result !== null ? result : { [member]: result };
  const { [member]: token, expiresAt } = fields as { [member in 'key' | 'token']?: unknown } & { expiresAt?: unknown };
  const problem = problemOf(token);
  if (problem) throw unusable(`the ${member} from the ${option} function ${problem}`);
  const time = expiry(expiresAt);
  if (time !== undefined) return { token: token as string, expiresAt: time };
  throw unusable(`expiresAt from the ${option} function must be a Date, or an ISO 8601 string with its zone`);
}

/** Returns the first sentence of what a provider threw, because most logs show the message without its cause. */
function reasonOf(thrown: unknown): string {
  // The error that gets the message redacts it.
  const message = redactedCause(thrown, (text) => text)?.message.trim();
  if (!message) return '';
  const [sentence = message] = /^.*?[.!?](?=\s)/.exec(message) ?? [];
  return `: ${sentence}`;
}

function expiry(expiresAt: unknown): number | undefined {
  if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
  const time = typeof expiresAt === 'string' || expiresAt instanceof Date ? new Date(expiresAt).getTime() : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
