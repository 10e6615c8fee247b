import { apiKeyPrefix } from '@issue-tracking/model';

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
