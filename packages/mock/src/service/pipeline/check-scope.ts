import { errorTexts } from '@issue-tracking/model';
import { HttpError } from '../../platform/http/http-error.ts';
import type { RequestContext } from './request-context.ts';

/** The scope that the endpoint requires, among those of the credential. @throws HttpError 403 */
export function checkScope({ caller: { scopes }, route, settings }: RequestContext): void {
  const { scope } = route.to;
  const refusal = new HttpError(403, errorTexts.insufficientScope);
  // enforces AUTH-4, AUTH-5
  if (!scopes.includes(scope)) {
    const has = scopes.length > 0 ? scopes.join(', ') : 'none';
    throw refusal.because({ text: `The endpoint needs the scope ${scope}; the credential has ${has}.` });
  }
  if (settings.scenario === 'forbidden') {
    throw refusal.because({ text: 'In the scenario forbidden no credential may do anything.', reason: 'scenario' });
  }
}
