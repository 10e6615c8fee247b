import { apiRoot, type ErrorDetail, mustBeOneOf } from '@issue-tracking/model';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type CallResult, type CompletedCall, performCall } from '../call/call.ts';
import { invalidArguments } from '../call/call-endpoint.ts';
import { callSettings, type RequestOptions } from '../call/call-settings.ts';
import type { Call } from '../call/call-state.ts';
import type { ClientContext } from '../call/client-context.ts';
import { UnexpectedResponseError } from '../errors/client-errors.ts';
import { orAbort } from '../platform/abort.ts';
import { anySignal } from '../platform/any-signal.ts';
import { check } from '../validation/argument-checks.ts';
import { readAny } from '../validation/read-response.ts';
import { type ApiRequest, queryString, wireStrings } from '../validation/request.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Methods that have a content type even without a body (GEN-3). */
const typed: readonly string[] = ['POST', 'PATCH'];
/** Methods that `client.request` sends. */
export type Method = (typeof methods)[number];

/** A path of this API, for `client.request`. */
export type ApiPath = `/api/v1/${string}`;

/** Options of `client.request`. */
export interface RawRequestOptions<Output = unknown> extends RequestOptions {
  /** Sent as the query, without members that are `undefined`. */
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Sent as JSON. GET takes none. */
  body?: unknown;
  /** Checks the whole response body, and may transform it: any Standard Schema, such as one of zod. */
  schema?: StandardSchemaV1<unknown, Output> | undefined;
}

/** Sends a request that is not in the table of operations. */
export async function rawRequest<Output>(
  client: ClientContext,
  method: Method,
  path: string,
  options?: RawRequestOptions<Output>,
): Promise<CallResult<Output>> {
  const details: ErrorDetail[] = [];
  const request = checkedRequest(method, path, options ?? {}, details);
  const settings = callSettings(client.settings, options, details, 'request');
  if (details.length > 0) {
    throw invalidArguments(client, { method: shown(method), path: shown(path) }, details);
  }
  const schema = options?.schema;
  // Without a schema `Output` is unknown, unless the caller has named it and answers for it.
  const read = (done: CompletedCall) => (schema ? checked(schema, done) : (readAny(done) as Output));
  return performCall(client, request, settings, read);
}

function checkedRequest(
  method: Method,
  path: string,
  { query, body }: RawRequestOptions,
  details: ErrorDetail[],
): ApiRequest {
  const segmentsBelow = `must be encoded segments below ${apiRoot}/, none of them empty or dots, without query`;
  check(details, 'path', isPath(path), segmentsBelow);
  check(details, 'method', methods.includes(method), mustBeOneOf(methods), method);
  check(details, 'body', method !== 'GET' || body === undefined, 'cannot be sent with GET');
  const search = wireStrings('query', query, details);
  const text = jsonText(body, details);
  if (details.length > 0) return { method, path, target: path };
  return { method, path, target: path + queryString(search), body: text, isJson: typed.includes(method) };
}

/** One or more segments of what a URL's path may hold, none of them empty, `.` or `..`, encoded or not. */
const segments = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})+)+$/i;

/** Dots beside an encoded slash: a proxy that decodes it would reach another path. */
const climbs = /%(?:2f|5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|$)|(?:\/|%2f|%5c)(?:\.|%2e){1,2}%(?:2f|5c)/i;

function isPath(path: unknown): boolean {
  return typeof path === 'string' && path.startsWith(`${apiRoot}/`) && segments.test(path) && !climbs.test(path);
}

/** An argument that should be text, as the error shows it. */
function shown(argument: unknown): string {
  return typeof argument === 'string' ? argument : typeof argument;
}

function jsonText(body: unknown, details: ErrorDetail[]): string | undefined {
  if (body === undefined) return undefined;
  try {
    const text = JSON.stringify(body);
    if (text) return text;
  } catch {
    // A value without JSON, such as a function, is rejected like a cycle.
  }
  details.push({ field: 'body', message: 'must be JSON: no cycles, no bigint' });
  return undefined;
}

async function checked<Output>(schema: StandardSchemaV1<unknown, Output>, done: CompletedCall): Promise<Output> {
  const { call, response } = done;
  const { status } = response;
  const validated = schema['~standard'].validate(readAny(done));
  const result = validated instanceof Promise ? await bounded(call, validated) : validated;
  if (!result.issues) return result.value;
  const details = result.issues.map(({ path = [], message }) => ({
    field: path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.'),
    message,
  }));
  throw new UnexpectedResponseError(`${status}, but the body was not what the schema asks for`, {
    call,
    status,
    details,
  });
}

/** Settles like an asynchronous check of the application, which may never end, or rejects when the call must end. */
async function bounded<T>({ signal, client }: Call, check: Promise<T>): Promise<T> {
  const end = anySignal([signal, client.lifetime.ended]);
  try {
    return await orAbort(check, end.signal);
  } finally {
    end.release();
  }
}
