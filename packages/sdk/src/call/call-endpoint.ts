import type { EndpointName, ErrorDetail, ResponseOf } from '@issue-tracking/model';
import { InvalidArgumentError } from '../errors/client-errors.ts';
import type { Attempt, CallContext } from '../errors/issue-tracking-error.ts';
import { redactedHeaders } from '../errors/redact.ts';
import { rethrow } from '../errors/rethrow.ts';
import type { Place } from '../validation/option-table.ts';
import { type ResponseRules, readResponse } from '../validation/read-response.ts';
import { type ApiRequest, type Arguments, requestFor } from '../validation/request.ts';
import { type CallResult, type CompletedCall, performCall } from './call.ts';
import { callSettings, type RequestOptions } from './call-settings.ts';
import type { PartSettings } from './call-state.ts';
import type { ClientContext } from './client-context.ts';
import { endEvent } from './emitter.ts';

/** The response of a call, without its body. */
export interface ResponseInfo {
  /** The call's number in the events of the hooks. */
  readonly callId: number;
  /** HTTP status. */
  readonly status: number;
  /** A copy, without credentials that the service may have echoed. */
  readonly headers: Headers;
  /** All attempts of the call, first to last. */
  readonly attempts: readonly Attempt[];
}

/** A result together with the response that carried it. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

/** The promise of a result, which can also resolve with the response. */
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

/** A call whose arguments and options were checked. */
export interface PreparedCall<Name extends EndpointName = EndpointName> {
  readonly name: Name;
  readonly request: ApiRequest;
  readonly settings: PartSettings;
}

/** Rules of a method for its arguments and options, beyond the endpoint table. */
export interface ArgumentRules {
  /** The method, if it has options of its own. */
  readonly place?: Place;
  /** Reports wrong values of the method's own arguments. */
  readonly validate?: (details: ErrorDetail[]) => void;
}

/**
 * Checks the arguments and options of a call.
 *
 * @throws InvalidArgumentError naming every argument and option that is wrong.
 */
export function prepare<Name extends EndpointName>(
  client: ClientContext,
  name: Name,
  args: Arguments,
  options: RequestOptions | undefined,
  rules: ArgumentRules = {},
): PreparedCall<Name> {
  const details: ErrorDetail[] = [];
  const request = requestFor(name, args, details);
  const settings = callSettings(client.settings, options, details, rules.place);
  rules.validate?.(details);
  if (details.length === 0) return { name, request, settings };
  throw invalidArguments(client, request, details);
}

/** Returns the error of a call with wrong arguments, which is not made, and reports the end of that call. */
export function invalidArguments(
  client: ClientContext,
  request: Pick<ApiRequest, 'method' | 'path' | 'endpoint'>,
  details: ErrorDetail[],
): InvalidArgumentError {
  const error = new InvalidArgumentError({ details, call: unsentCall(client, request) });
  const isWrite = error.mayHaveBeenApplied !== undefined;
  const facts = { ...error, shownPath: error.path, isWrite, waitedMs: 0, durationMs: 0 };
  client.hooks.emit('onEnd', () => endEvent(facts, undefined, error));
  return error;
}

/** Sends a prepared call and checks its response. Resolves with the whole body, envelope included. */
export function perform<Name extends EndpointName>(
  client: ClientContext,
  { name, request, settings }: PreparedCall<Name>,
  rules?: ResponseRules,
): Promise<CallResult<ResponseOf<Name>>> {
  // Not async: tens of thousands of calls may wait, and each async frame costs memory.
  return performCall(client, request, settings, (done) => responseBody(client, name, done, rules));
}

/**
 * Returns the checked body of a response.
 *
 * @throws UnexpectedResponseError naming what was wrong with it.
 */
export function responseBody<Name extends EndpointName>(
  { hooks, drift }: ClientContext,
  name: Name,
  done: CompletedCall,
  rules: ResponseRules = {},
): ResponseOf<Name> {
  const onDrift = hooks.wantsDrift ? drift.add.bind(drift, name) : undefined;
  return readResponse(name, done, rules, onDrift);
}

/** Calls an endpoint. Resolves with the response body, envelope included. */
export function callEndpoint<Name extends EndpointName>(
  client: ClientContext,
  name: Name,
  args: Arguments,
  options: RequestOptions | undefined,
): ApiPromise<ResponseOf<Name>> {
  return apiPromise(() => perform(client, prepare(client, name, args, options)));
}

/** Endpoints whose envelope has nothing but `data`. */
type ItemEndpoint = {
  [Name in EndpointName]: 'data' extends keyof ResponseOf<Name>
    ? keyof ResponseOf<Name> extends 'data'
      ? Name
      : never
    : never;
}[EndpointName];

/** Calls an endpoint whose envelope holds one item, and resolves with that item. */
export function callForItem<Name extends ItemEndpoint>(
  client: ClientContext,
  name: Name,
  args: Arguments,
  options: RequestOptions | undefined,
  rules?: ArgumentRules,
): ApiPromise<ResponseOf<Name>['data']> {
  return apiPromise(() => itemOf(perform(client, prepare(client, name, args, options, rules))));
}

/** Unwraps the envelope of a response. */
export function itemOf<Envelope extends { readonly data: unknown }>(
  whole: Promise<CallResult<Envelope>>,
): Promise<CallResult<Envelope['data']>> {
  return whole.then(({ data, done }) => ({ data: data.data, done }));
}

/** Starts a call, and returns the promise of its result. A throw becomes a rejection. */
export function apiPromise<T>(start: () => Promise<CallResult<T>>): ApiPromise<T> {
  let whole: Promise<CallResult<T>>;
  try {
    whole = start();
  } catch (error) {
    whole = Promise.reject(error);
  }
  const result = whole.then(({ data }) => data, rethrow);
  return Object.assign(result, {
    withResponse() {
      // The caller handles a rejection through `whole`; avoid an unhandled rejection of `result`.
      result.catch(() => {});
      return whole.then(toWithResponse, rethrow);
    },
  });
}

/** Returns the facts that the error of an unsent call needs. */
export function unsentCall(
  { secrets }: ClientContext,
  { method, path, endpoint }: Pick<ApiRequest, 'method' | 'path' | 'endpoint'>,
): CallContext {
  const mayHaveBeenApplied = method === 'GET' ? undefined : false;
  return { method, path, endpoint, attempts: [], mayHaveBeenApplied, redact: secrets.redact };
}

/** Returns a result together with its response, in the form that the caller gets. */
export function toWithResponse<T>({ data, done }: CallResult<T>): WithResponse<T> {
  const { response, call } = done;
  const { callId, redact } = call;
  const { attempts } = call.settings.whole ?? call;
  const headers = redactedHeaders(response.headers, redact);
  return { data, response: { callId, status: response.status, headers, attempts } };
}
