import { errorText, type ProbeGroup } from './session.ts';

/** The one failed authentication of a run, and so its last request: a second could only be a lockout's beginning. */
export const anonymous: ProbeGroup = {
  title: 'a request without a key',
  rules: ['AUTH-3'],
  readings: [],
  async run({ service, findings }) {
    const exchange = await service.ask({ path: '/api/v1/projects', anonymous: true });
    findings.check('AUTH-3', exchange.status === 401, exchange, 'it was not answered 401');
    const text = errorText(exchange);
    if (exchange.status === 401 && text) {
      const texts = findings.readings.errorTexts;
      findings.decide('errorTexts', { ...Object(texts), unauthenticated: text }, exchange);
    }
  },
};
