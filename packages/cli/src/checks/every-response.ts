import { envelopeMember, isJsonObject } from '../platform/json.ts';
import { type Exchange, isFailure, retryAfter } from '../service/exchange.ts';
import { errorText, type Session } from './session.ts';

type Run = Pick<Session, 'findings' | 'exchanges' | 'service'>;

/** Checks the rules that hold for each response. */
export function checkEveryResponse({ findings, exchanges, service }: Run): void {
  for (const [i, exchange] of exchanges.entries()) checkOne(exchange, `#${i}`);
  // A path that rejects a valid credential.
  const { rejectedOnce } = service;
  if (rejectedOnce) findings.check(['AUTH-1', 'accepted'], false, rejectedOnce, 'other paths accept the credential');

  function checkOne(exchange: Exchange, name: string): void {
    const { method, status, headers, json, isUtf8 } = exchange;
    if (method === 'HEAD' || isOfProxy(exchange)) return;
    const type = headers.get('content-type') ?? '';
    const isJson = json !== undefined && !namesAnotherFormat(type);
    const why = isJson ? 'the body is not UTF-8' : `the body is not JSON: content type "${type}"`;
    findings.check(['GEN-2', 'responses'], isJson && isUtf8, exchange, why, name);
    if (status < 400) {
      const hasData = envelopeMember(exchange, 'data') !== undefined;
      findings.check(['GEN-5', 'responses'], hasData, exchange, 'the body has no `data`', name);
      findings.check(['AUTH-1', 'accepted'], true, exchange, '', name);
      return;
    }
    const hasText = isJsonObject(json) && errorText(exchange) !== undefined;
    findings.check(['ERR-1', 'errors'], hasText, exchange, 'the body has no string `error`', name);
    if (status === 500 || status === 422)
      findings.check(['ERR-5', 'errors'], hasText, exchange, 'the body has no string `error`', name);
    // GAP-45: a 429 without a credential is a lockout, which may lack `Retry-After`.
    if (status === 429 && !exchange.anonymous) {
      const value = headers.get('retry-after') ?? 'missing';
      findings.check(
        ['ERR-6', 'rejections'],
        retryAfter(exchange) !== undefined,
        exchange,
        `Retry-After is ${value}`,
        name,
      );
    }
  }
}

/** Whether a content type contradicts JSON. The specification requires no type: a missing, plain-text or generic type is fine. */
function namesAnotherFormat(type: string): boolean {
  return type !== '' && !/^(?:[\w.-]+\/(?:[\w.-]+\+)?json|text\/plain|application\/octet-stream)\s*(?:;|$)/i.test(type);
}

/** Whether a proxy sent a failure: not the API's JSON, and not 500, which proxies don't send of their own. */
function isOfProxy(exchange: Exchange): boolean {
  return isFailure(exchange) && exchange.status !== 500 && !isJsonObject(exchange.json);
}
