import { apiKeyPrefix } from '@issue-tracking/model';

/** An API key or access token. */
export interface Credential {
  readonly token: string;
  /** When the source returned it, by the client's clock. */
  readonly obtainedAt: number;
  /** Whether the token must be replaced, because it has expired or is about to. */
  readonly hasEnded: () => boolean;
}

/** The source of a queue's credential: fixed, or a provider. */
export interface CredentialSource {
  /** Whether a rejected credential can be replaced. */
  readonly refreshable: boolean;
  /** The credential to use now; `undefined` when there is none yet, or it must be replaced. */
  readonly fresh: Credential | undefined;
  /** Gets another credential. */
  refresh(signal: AbortSignal): Promise<unknown>;
  /**
   * Has a function asked for another credential, because this one is rejected or blocked. The function may return it again.
   * Returns `false` if it has done so within the last second, or if there is no function.
   */
  replace(credential: Credential): boolean;
}

/** Returns the source of an API key or a token that can't be refreshed. */
export function fixedCredential(token: string): CredentialSource {
  const fresh: Credential = { token, obtainedAt: 0, hasEnded: () => false };
  return { refreshable: false, fresh, refresh: async () => fresh, replace: () => false };
}

/**
 * Returns why a value can't be sent as a credential, as a message that follows the option's name. The platform's own
 * error would quote the credential, so the text is checked first. The message names the position of the problem and
 * never quotes the text.
 */
export function credentialProblem(credential: unknown): string | undefined {
  if (typeof credential !== 'string') return 'must be a string';
  if (credential === '') return 'must not be empty';
  if (/^bearer\s/i.test(credential))
    return 'must not begin with Bearer, which the client adds: pass the credential alone';
  const place = credential.search(/[^\x21-\x7e]/);
  if (place === -1) return undefined;
  const { length } = credential;
  return `has a space, a newline or a character that no header can carry at position ${place + 1} of ${length}`;
}

/**
 * Returns why a value is no API key, as a message that follows the option's name. `Bearer svc_…`, quotes and another
 * service's key would each count as a failed authentication (AUTH-7).
 */
export function apiKeyProblem(key: unknown): string | undefined {
  const problem = credentialProblem(key);
  // enforces AUTH-2
  if (problem || String(key).startsWith(apiKeyPrefix)) return problem;
  return `must begin with ${apiKeyPrefix}, without quotes or scheme; an OAuth token is an accessToken`;
}
