import { apiKeyPrefix } from '@issue-tracking/model';

/** One token. */
export interface Credential {
  readonly token: string;
  /** Whether it must be replaced: it has expired or is about to. */
  hasEnded: () => boolean;
}

/** Where a circuit gets its credential from. */
export interface CredentialSource {
  /** Whether a rejected credential can be replaced. */
  readonly renewable: boolean;
  /** The credential to use now; `undefined` when there is none yet, or it must be replaced. */
  readonly fresh: Credential | undefined;
  /** Gets a new credential. */
  renew(signal: AbortSignal): Promise<unknown>;
  /** Discards a credential that the service has rejected. Returns whether it was still the one in use. */
  discard(credential: Credential): boolean;
}

/** An API key, or a token that cannot be renewed. */
export function fixedCredential(token: string): CredentialSource {
  const fresh: Credential = { token, hasEnded: () => false };
  return { renewable: false, fresh, renew: async () => fresh, discard: () => true };
}

/**
 * Returns why a text can't be sent as a credential, in words that follow its name. The platform's own error would quote
 * the credential, so the text is checked first. The words name the place of the problem and never quote the text.
 */
export function credentialProblem(credential: unknown): string | undefined {
  if (typeof credential !== 'string')
    return `must be a string, not ${credential === null ? 'null' : typeof credential}`;
  if (credential === '') return 'must not be empty';
  const place = credential.search(/[^\x21-\x7e]/);
  if (place === -1) return undefined;
  const what = /\s/.test(credential.charAt(place)) ? 'white space' : 'a character that no header can carry';
  return `has ${what} at position ${place + 1} of ${credential.length}: was it read or pasted with more around it?`;
}

/**
 * Returns why a value is no API key, in words that follow its name. `Bearer svc_…`, quotes and another service's key would each count as
 * a failed authentication (AUTH-7).
 */
export function apiKeyProblem(key: unknown): string | undefined {
  const problem = credentialProblem(key);
  // enforces AUTH-2
  if (problem || String(key).startsWith(apiKeyPrefix)) return problem;
  return `must begin with ${apiKeyPrefix}, without quotes or scheme; an OAuth token is an accessToken`;
}
