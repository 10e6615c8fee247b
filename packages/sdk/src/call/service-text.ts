import type { ErrorDetail } from '@issue-tracking/model';
import type { ApiErrorFacts } from '../errors/api-errors.ts';
import { isText } from '../platform/values.ts';
import { isObject } from '../validation/differences.ts';
import { membersOf } from '../validation/read-response.ts';
import type { ReceivedResponse } from './attempt-outcome.ts';

/** Maximum length of a plain text that can be the description of an error. A longer one is probably a page. */
const longestPlainText = 300;

/** Members in which a gateway, a proxy or a framework in front of the service puts its description. The service has `error`. */
const describing = ['error', 'message', 'detail', 'error_description', 'reason', 'title', 'errors'];
const deepest = 3;

/**
 * Returns the description of an error response, and its details. What stands in front of the service has other members than
 * `{ error, details }`, a plain text, a page or nothing.
 */
export function serviceText(response: ReceivedResponse): Pick<ApiErrorFacts, 'error' | 'details' | 'advice'> {
  const { details } = membersOf(response.body);
  return { ...describe(response), ...(Array.isArray(details) && { details: details.filter(isDetail) }) };
}

function describe({ status, headers, body, text = '' }: ReceivedResponse): Pick<ApiErrorFacts, 'error' | 'advice'> {
  const isPlain = body.problem === 'not JSON' && text.length <= longestPlainText;
  const said = isPlain ? text.trim() : textIn(body.json);
  if (said) return { error: said };
  const type = headers.get('content-type') ?? '';
  const form = /html|xml/i.exec(type)?.[0].toUpperCase() ?? body.problem;
  if (form !== 'HTML' && form !== 'XML') return { error: 'no description given' };
  return {
    error: `with ${form === 'HTML' ? 'an HTML page' : form}, not a response of this API`,
    // A 5xx page may come from a gateway in front of the right service, so `baseUrl` may be correct.
    advice: status < 500 ? 'Check baseUrl.' : undefined,
  };
}

/** Returns the text in the first describing member that has one, or the texts in a list. */
function textIn(value: unknown, depth = 0): string | undefined {
  if (isText(value)) return value;
  if (depth > deepest) return undefined;
  const inner = (one: unknown) => textIn(one, depth + 1);
  if (Array.isArray(value)) return value.map(inner).filter(Boolean).join('; ');
  if (!isObject(value)) return undefined;
  return describing.map((name) => inner(value[name])).find(Boolean);
}

function isDetail(detail: Partial<ErrorDetail> | null): detail is ErrorDetail {
  return isText(detail?.field) && isText(detail.message);
}
