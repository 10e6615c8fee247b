import { envelopeMember, isJsonObject } from '../platform/json.ts';
import { type Exchange, isFailure, retryAfter } from '../service/exchange.ts';
import { errorText, type Session } from './session.ts';

type Run = Pick<Session, 'findings' | 'exchanges' | 'service'>;

/** Checks the rules that hold for each response. */
export function checkEveryResponse({ findings, exchanges, service }: Run): void {
  for (const [i, exchange] of exchanges.entries()) checkOne(exchange, `#${i}`);
  const { rejectedOnce } = service;
  if (rejectedOnce) findings.check(['AUTH-1', 'accepted'], false, rejectedOnce, 'the credential is accepted elsewhere');

  function checkOne(exchange: Exchange, name: string): void {
    const { method, status, headers, json, isUtf8 } = exchange;
    if (method === 'HEAD' || isOfProxy(exchange)) return;
    const type = headers.get('content-type') ?? '';
    const isJson = json !== undefined && !namesAnotherFormat(type);
    const why = isJson ? 'its bytes are not UTF-8' : `it is not JSON: its content type is "${type}"`;
    findings.check(['GEN-2', 'responses'], isJson && isUtf8, exchange, why, name);
    if (status < 400) {
      const hasData = envelopeMember(exchange, 'data') !== undefined;
      findings.check(['GEN-5', 'responses'], hasData, exchange, 'it has no `data`', name);
      findings.check(['AUTH-1', 'accepted'], true, exchange, '', name);
      return;
    }
    const hasText = isJsonObject(json) && errorText(exchange) !== undefined;
    findings.check(['ERR-1', 'errors'], hasText, exchange, 'it has no text `error`', name);
    if (status === 500 || status === 422)
      findings.check(['ERR-5', 'errors'], hasText, exchange, 'it has no text `error`', name);
    // GAP-45: without a credential it is a lockout, which may come without a time.
    if (status === 429 && !exchange.anonymous) {
      const told = headers.get('retry-after');
      const isTold = retryAfter(exchange) !== undefined;
      findings.check(['ERR-6', 'refusals'], isTold, exchange, `Retry-After is ${told ?? 'missing'}`, name);
    }
  }
}

/** Whether a content type contradicts JSON. The specification asks for none of a response, so any text will do. */
function namesAnotherFormat(type: string): boolean {
  return type !== '' && !/^(?:[\w.-]+\/(?:[\w.-]+\+)?json|text\/plain|application\/octet-stream)\s*(?:;|$)/i.test(type);
}

/** Whatever stands before a service answers in its place when that is busy or away, in a form of its own. */
function isOfProxy(exchange: Exchange): boolean {
  return isFailure(exchange) && exchange.status !== 500 && !isJsonObject(exchange.json);
}
