import { type Endpoint, type EndpointName, endpoints } from '@issue-tracking/model';
import { entriesOf, envelopeMember, isJsonObject, isText, itemOf, type JsonObject } from '../platform/json.ts';
import { type Exchange, isFailure, retryAfter } from '../service/exchange.ts';
import type { Findings, RuleId } from './findings.ts';
import { compareWithSchema, describeProblems } from './schema-comparison.ts';

/** Checks the rules that hold for each response. */
export function checkResponse(findings: Findings, exchange: Exchange): void {
  const { status, headers, json, isUtf8 } = exchange;
  if (isOfProxy(exchange)) return;
  // It has no body. `checkShape` knows whether its endpoint may send none.
  if (status === 204) {
    findings.pass('AUTH-1', 'responses', exchange);
    return;
  }
  const check = (rule: RuleId, holds: boolean, why: string) => findings.check(rule, 'responses', holds, exchange, why);
  const type = headers.get('content-type') ?? '';
  const isJson = json !== undefined && !namesAnotherFormat(type);
  check('GEN-2', isJson && isUtf8, isJson ? 'the body is not UTF-8' : `the body is not JSON: content type "${type}"`);
  if (status < 400) {
    check('GEN-5', envelopeMember(exchange, 'data') !== undefined, 'the body has no `data`');
    findings.pass('AUTH-1', 'responses', exchange);
    return;
  }
  const hasText = isJsonObject(json) && isText(json['error']);
  check('ERR-1', hasText, 'the body has no string `error`');
  if (status === 500 || status === 422) check('ERR-5', hasText, 'the body has no string `error`');
  // GAP-45: a 429 without a credential is a lockout, which may lack `Retry-After`.
  if (status === 429 && !exchange.anonymous)
    check('ERR-6', retryAfter(exchange) !== undefined, `Retry-After is ${headers.get('retry-after') ?? 'missing'}`);
}

/** Whether a content type contradicts JSON. The specification requires no type: a missing, plain-text or generic type is fine. */
function namesAnotherFormat(type: string): boolean {
  return type !== '' && !/^(?:[\w.-]+\/(?:[\w.-]+\+)?json|text\/plain|application\/octet-stream)\s*(?:;|$)/i.test(type);
}

/** Whether a proxy sent a failure: not the API's JSON, and not 500, which proxies don't send of their own. */
function isOfProxy(exchange: Exchange): boolean {
  return isFailure(exchange) && exchange.status !== 500 && !isJsonObject(exchange.json);
}

/** The rule of each endpoint's `data`, and that of the members beside it, or of the empty body. */
export const shapes: Readonly<Record<EndpointName, readonly [data: RuleId, envelope: RuleId]>> = {
  'projects.list': ['RES-1', 'EP-1'],
  'issues.list': ['RES-2', 'EP-5'],
  'issues.get': ['RES-3', 'EP-8'],
  'issues.update': ['EP-9', 'EP-9'],
  'issues.comments.list': ['RES-5', 'EP-11'],
  'issues.comments.create': ['RES-5', 'EP-12'],
  'issues.consoleLogs': ['RES-6', 'EP-13'],
  'issues.networkLogs': ['RES-7', 'EP-14'],
  'issues.screenshots': ['RES-8', 'EP-15'],
  'issues.techContext': ['RES-9', 'EP-16'],
  'issues.userActions': ['RES-10', 'EP-17'],
};

/** Forms of texts that the schemas, which serve clients, leave open. */
const forms: Partial<Record<EndpointName, readonly (readonly [member: string, form: RegExp, expected: string])[]>> = {
  'issues.get': [['viewportSize', /^\d+(\.\d+)?x\d+(\.\d+)?$/, '<width>x<height>']],
  'issues.consoleLogs': [['source', /:\d+:\d+$/, 'url:line:column']],
  'issues.screenshots': [['url', /^[a-z][\w+.-]*:/i, 'an address']],
};

/** The rules of values that v1 does not have. */
const enumerations: Readonly<Record<string, RuleId>> = { status: 'STA-1', priority: 'STA-2', level: 'RES-6' };

/** Compares a success with the schema of its endpoint, which a mock of the same data can't do. */
export function checkShape(findings: Findings, endpoint: EndpointName, exchange: Exchange): void {
  const [data, envelope] = shapes[endpoint];
  const { response }: Endpoint = endpoints[endpoint];
  if (!response) {
    findings.check(envelope, endpoint, exchange.text === '', exchange, 'the body is not empty');
    return;
  }
  const { problems, envelopeProblems, drift, times } = compareWithSchema(endpoint, response, exchange.json);
  const all = [itemOf(exchange), ...entriesOf(exchange)];
  const odd = all.flatMap((entry) => formProblems(endpoint, entry));
  const isWhole = ({ path }: { path: string }) => path === 'data';
  const wrong = problems.filter((problem) => !problem.isTimestamp && !isWhole(problem));
  const wrongTimes = problems.filter(({ isTimestamp }) => isTimestamp);
  const check = (rule: RuleId, found: readonly { path: string; message: string }[]) =>
    findings.check(rule, endpoint, found.length === 0, exchange, describeProblems(found));
  const unknown = drift.flatMap(({ kind, path, value }) => {
    const rule = kind === 'unknown-value' && enumerations[path.replace(/.*\./, '')];
    return rule ? [{ rule, message: `has the unknown value "${value}"`, path }] : [];
  });
  const isEmpty = all.every((entry) => Object.keys(entry).length === 0);
  if (!isEmpty || wrong.length > 0) check(data, [...wrong, ...odd]);
  check(envelope, [...envelopeProblems, ...problems.filter(isWhole)]);
  if (times > 0 || wrongTimes.length > 0) check('GEN-4', wrongTimes);
  for (const [member, rule] of Object.entries(enumerations))
    if (all.some((entry) => isText(entry[member])))
      check(
        rule,
        unknown.filter((one) => one.rule === rule),
      );
  for (const one of drift) findings.addDrift({ endpoint, ...one });
}

function formProblems(endpoint: EndpointName, entry: JsonObject): { path: string; message: string }[] {
  return (forms[endpoint] ?? []).flatMap(([member, form, expected]) => {
    const value = entry[member];
    return !isText(value) || form.test(value) ? [] : [{ path: member, message: `is "${value}", expected ${expected}` }];
  });
}
