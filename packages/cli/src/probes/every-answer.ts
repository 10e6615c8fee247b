import { besideData } from '../findings/json.ts';
import type { Exchange } from '../service/service.ts';
import { errorText, type Session } from './session.ts';

/** What holds for each answer, whatever was asked. */
export const everyAnswerRules = ['GEN-2', 'GEN-5', 'ERR-1'];

export function checkEveryAnswer({ findings, exchanges }: Pick<Session, 'findings' | 'exchanges'>): void {
  for (const exchange of exchanges) checkAnswer(exchange);

  function checkAnswer(exchange: Exchange): void {
    const { method, status, headers, json } = exchange;
    if (method === 'HEAD' || status === 204) return;
    const type = headers.get('content-type') ?? '';
    const isJson = /^application\/json\b/i.test(type) && json !== undefined;
    findings.check('GEN-2', isJson, exchange, `it is no JSON: its content type is "${type}"`);
    if (json === undefined) return;
    if (status >= 400) findings.check('ERR-1', errorText(exchange) !== undefined, exchange, 'it has no text `error`');
    else findings.check('GEN-5', besideData(exchange, 'data') !== undefined, exchange, 'it has no `data`');
  }
}
