import { isFailure } from '../service/exchange.ts';
import { projectsPath } from './projects.ts';
import type { CheckGroup } from './session.ts';

/** Sends the run's last request, its only failed authentication. A second failure would bring a lockout closer. */
export const anonymous: CheckGroup = {
  title: 'a request without a credential',
  behavior: [],
  async run({ service, findings }) {
    const exchange = await service.request({ path: projectsPath, anonymous: true });
    const rulePart = ['AUTH-3', 'missing'] as const;
    if (exchange.status === 429) findings.markInconclusive(rulePart, 'this address is locked out for now');
    else if (isFailure(exchange)) findings.markInconclusive(rulePart, `the response is ${exchange.status}`);
    else findings.check(rulePart, exchange.status === 401, exchange, `the response is ${exchange.status}`);
  },
};
