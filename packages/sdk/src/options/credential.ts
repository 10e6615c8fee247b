import { apiKeyPrefix, type ErrorDetail } from '@issue-tracking/model';
import { credentialProblem } from '../credential/header-safe.ts';
import type { AccessToken } from '../credential/provider.ts';
import { environmentVariable } from '../platform/environment.ts';
import type { ClientOptions } from './client-options.ts';

/** The one credential the options or the environment give. What is wrong with it goes to `details`, never quoted. */
export function checkedCredential({ apiKey, accessToken }: ClientOptions, details: ErrorDetail[]): AccessToken {
  // `null`, from a program without types, is as absent here as it is to the key and the base URL.
  if (accessToken == null) return checkedKey(apiKey ?? environmentVariable('ISSUE_TRACKING_API_KEY'), details);
  if (apiKey != null) {
    details.push({ field: 'accessToken', message: 'and apiKey are both given: exactly one must be' });
    return '';
  }
  if (typeof accessToken === 'function') return accessToken;
  const problem = credentialProblem(accessToken);
  if (problem) details.push({ field: 'accessToken', message: problem });
  return accessToken;
}

function checkedKey(apiKey: string | undefined, details: ErrorDetail[]): string {
  const refuse = (message: string) => {
    details.push({ field: 'apiKey', message });
    return '';
  };
  if (apiKey === undefined) return refuse('is missing: give it or accessToken, or set ISSUE_TRACKING_API_KEY');
  const problem = credentialProblem(apiKey);
  if (problem) return refuse(problem);
  // `Bearer svc_…`, quotes, another service's key: each would count as a failed authentication (AUTH-7).
  if (!apiKey.startsWith(apiKeyPrefix)) {
    return refuse(`must begin with ${apiKeyPrefix}, without quotes or scheme; an OAuth token is an accessToken`);
  }
  return apiKey;
}
