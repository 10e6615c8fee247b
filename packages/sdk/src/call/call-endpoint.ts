import { type EndpointName, type ErrorDetail, endpoints, type ResponseOf } from '@issue-tracking/model';
import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import type { Attempt, CallContext } from '../errors/issue-tracking-error.ts';
import { redactedHeaders } from '../errors/redact.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import { type ApiRequest, type Arguments, type RequestRules, requestFor } from '../validation/arguments.ts';
import { type Read, type Reading, readResponse } from '../validation/read-response.ts';
import type { Core } from './core.ts';
import { type BeforeRepeat, type Done, performCall } from './perform-call.ts';
import { type CallSettings, callSettings, type RequestOptions } from './settings.ts';

/** The response of a call, without its body. */
export interface ResponseInfo {
  /** The call's number in the events of the hooks. */
  readonly callId: number;
  /** HTTP status. */
  readonly status: number;
  /** A copy, without credentials that the service may have echoed. */
  readonly headers: Headers;
  /** What was sent for it, first to last. */
  readonly attempts: readonly Attempt[];
}

/** A result together with the response that carried it. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

/** The promise of a result, which also gives the response on request. */
export interface ApiPromise<T> extends Promise<T> {
  /**
   * The result together with status, headers and attempts.
   *
   * @example
   * const { data, response } = await client.issues.get('prj_web', 7).withResponse();
   * console.log(data.title, response.headers.get('date'));
   */
  withResponse(): Promise<WithResponse<T>>;
}

/** What only one method takes. */
interface OwnArguments {
  /** Names of its options. */
  readonly options?: readonly string[];
  /** Notes what is wrong with them. */
  readonly own?: (details: ErrorDetail[]) => void;
}

/** What a method asks for beside the row of its operation. */
export interface OwnRules<Name extends EndpointName>
  extends RequestRules,
    OwnArguments,
    Omit<Reading<ResponseOf<Name>>, 'strict' | 'onDrift'> {
  readonly beforeRepeat?: BeforeRepeat;
  /** Told the body of a success. */
  readonly learn?: (body: ResponseOf<Name>) => void;
}

/**
 * Calls one operation of the table: arguments checked, sent, response checked. The body comes whole, envelope included.
 * Rejects with an InvalidArgumentError when an argument is wrong; nothing is sent then.
 */
export function callEndpoint<Name extends EndpointName>(
  core: Core,
  name: Name,
  args: Arguments,
  options: RequestOptions | undefined,
  rules?: OwnRules<Name>,
): Promise<WithResponse<ResponseOf<Name>>> {
  return callFor(core, name, args, options, rules, itself);
}

const itself = <T>(body: T): T => body;

/** Not an async function, as little else that waits for a call: there may be tens of thousands, and each takes memory. */
function callFor<Name extends EndpointName, T>(
  core: Core,
  name: Name,
  args: Arguments,
  options: RequestOptions | undefined,
  rules: OwnRules<Name> = {},
  read: (body: ResponseOf<Name>) => T,
): Promise<WithResponse<T>> {
  try {
    const { request, settings } = prepare(core, name, args, options, rules);
    return performCall(core, request, settings, rules.beforeRepeat).then((done) => {
      const body = responseBody(core, name, done, rules);
      rules.learn?.(body);
      return { data: read(body), response: responseInfo(done) };
    });
  } catch (error) {
    return Promise.reject(error);
  }
}

/**
 * The checked body of an operation's response.
 *
 * @throws UnexpectedResponseError saying what was wrong with it.
 */
export function responseBody<Name extends EndpointName>(
  { validation, hooks, drift }: Core,
  name: Name,
  done: Done,
  rules: OwnRules<Name> = {},
): ResponseOf<Name> {
  const onDrift = hooks.wantsDrift ? drift.add.bind(drift, name) : undefined;
  return bodyOf(readResponse(name, done.answer.body, { ...rules, strict: validation === 'strict', onDrift }), done);
}

/**
 * The body that was read.
 *
 * @throws UnexpectedResponseError saying what was wrong with it.
 */
export function bodyOf<Body>(read: Read<Body>, { answer: { status }, call }: Done): Body {
  if (read.problem === undefined) return read.body;
  const { problem, details = [] } = read;
  throw new UnexpectedResponseError(`${status}, but ${problem}`, { call, status, details });
}

/** The operations that answer with one thing and nothing beside it. */
type ItemEndpoint = {
  [Name in EndpointName]: keyof ResponseOf<Name> extends 'data' ? Name : never;
}[EndpointName];

/** Calls an operation that answers with one thing, and unwraps it. */
export function callForItem<Name extends ItemEndpoint>(
  core: Core,
  name: Name,
  args: Arguments,
  options: RequestOptions | undefined,
  rules?: OwnRules<Name>,
): Promise<WithResponse<ResponseOf<Name>['data']>> {
  return callFor(core, name, args, options, rules, dataOf<ResponseOf<Name>['data']>);
}

/**
 * What a call will send, and by which settings.
 *
 * @throws InvalidArgumentError naming every argument and option that is wrong.
 */
export function prepare(
  core: Core,
  name: EndpointName,
  args: Arguments,
  options: RequestOptions | undefined,
  rules: RequestRules & OwnArguments = {},
): { request: ApiRequest; settings: CallSettings } {
  const details: ErrorDetail[] = [];
  const request = requestFor(name, args, details, rules);
  const settings = options === undefined ? core.settings : callSettings(core.settings, options, details, rules.options);
  rules.own?.(details);
  if (details.length === 0) return { request, settings };
  const { method, path } = endpoints[name];
  throw new InvalidArgumentError({ details, call: notBegun(core, { method, path, endpoint: name }) });
}

/** What an error tells of a call for which nothing was sent. */
export function notBegun(
  { secrets }: Core,
  { method, path, endpoint }: Pick<ApiRequest, 'method' | 'path' | 'endpoint'>,
): CallContext {
  const mayHaveBeenApplied = method === 'GET' ? undefined : false;
  return { method, path, endpoint, attempts: [], mayHaveBeenApplied, redact: secrets.redact };
}

/** How a call was answered, for its caller. */
export function responseInfo({ answer: { status, headers }, call }: Done): ResponseInfo {
  const { callId, attempts, redact } = call;
  let safe: Headers | undefined;
  return {
    callId,
    status,
    attempts,
    // Few ask for them, and copying takes longer than the rest of this.
    get headers() {
      safe ??= redactedHeaders(headers, redact);
      return safe;
    },
  };
}

const dataOf = <T>({ data }: { readonly data: T }): T => data;

/** The promise of a result, from the promise of a result with its response. */
export function apiPromise<T>(whole: Promise<WithResponse<T>>): ApiPromise<T> {
  const result = whole.then<T>(dataOf);
  return Object.assign(result, {
    withResponse() {
      // Whoever asks for the response handles its failure there; the plain promise is then nobody's.
      result.catch(() => {});
      return whole;
    },
  });
}
