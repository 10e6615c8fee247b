import { isFailure } from '../service/exchange.ts';
import { projectsPath } from './projects.ts';
import { type CheckGroup, errorText } from './session.ts';

/** The one failed authentication of a run, and so its last request: a second could only be a lockout's beginning. */
export const anonymous: CheckGroup = {
  title: 'a request without a credential',
  behavior: [],
  async run({ service, findings }) {
    const exchange = await service.request({ path: projectsPath, anonymous: true });
    const place = ['AUTH-3', 'missing'] as const;
    if (exchange.status === 429) findings.markInconclusive(place, 'this address is locked out for now');
    else if (isFailure(exchange)) findings.markInconclusive(place, `it was answered ${exchange.status}`);
    else findings.check(place, exchange.status === 401, exchange, `it was answered ${exchange.status}`);
    const text = errorText(exchange);
    if (exchange.status === 401 && text) {
      const texts = findings.behavior.errorTexts;
      findings.decide('errorTexts', { ...Object(texts), unauthenticated: text }, exchange);
    }
  },
};
