import type { ErrorDetail } from '@issue-tracking/model';
import type { ApiErrorFacts } from '../errors/api-errors.ts';
import { isText } from '../platform/values.ts';
import { isObject } from '../validation/differences.ts';
import { membersOf } from '../validation/read-response.ts';
import type { ReceivedResponse } from './attempt-outcome.ts';

/** Maximum length of a plain text that can be the description of an error. A longer one is probably a page. */
const longestPlainText = 300;

/**
 * Returns the description of an error response, and its details. A gateway, a proxy or a framework in front of the service
 * has other members than `{ error, details }`, a plain text, a page or nothing.
 */
export function serviceText(response: ReceivedResponse): Pick<ApiErrorFacts, 'error' | 'details' | 'advice'> {
  const { details } = membersOf(response.body);
  return { ...describe(response), ...(Array.isArray(details) && { details: details.filter(isDetail) }) };
}

function describe({ status, headers, body, text = '' }: ReceivedResponse): Pick<ApiErrorFacts, 'error' | 'advice'> {
  const { error, message, detail, title } = membersOf(body);
  const inError = isObject(error) ? error['message'] : undefined;
  const plain = body.problem === 'not JSON' && text.length <= longestPlainText ? text.trim() : body.json;
  const said = [error, inError, message, detail, title, plain].find((one) => isText(one) && one !== '');
  if (isText(said)) return { error: said };
  const type = headers.get('content-type') ?? '';
  const form = type.includes('html') ? 'HTML' : type.includes('xml') ? 'XML' : body.problem;
  if (form !== 'HTML' && form !== 'XML') return { error: 'no description given' };
  return {
    error: form === 'HTML' ? 'with an HTML page, not a response of this API' : 'with XML, not a response of this API',
    // A 5xx page may come from a gateway in front of the right service, so `baseUrl` may be correct.
    advice: status < 500 ? 'Check baseUrl.' : undefined,
  };
}

function isDetail(detail: Partial<ErrorDetail> | null): detail is ErrorDetail {
  return isText(detail?.field) && isText(detail.message);
}
