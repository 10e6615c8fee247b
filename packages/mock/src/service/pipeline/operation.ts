import { type EndpointName, endpoints, type ObjectSchema, type Scope } from '@issue-tracking/model';
import { json } from '../../platform/http/json.ts';
import type { CheckedRequest, Handler, HandlerInput, Reply } from '../handlers/handler.ts';
import { handlers } from '../handlers/handlers.ts';
import type { StubEndpoint } from '../stubs/stub.ts';

/** The endpoint or stub for one method and path. */
export interface Operation {
  readonly endpoint: EndpointName | undefined;
  /** Name in the request log. */
  readonly stub: string | undefined;
  readonly stubId: string | undefined;
  readonly scope: Scope;
  /** Status of a success. */
  readonly success: number;
  readonly params: ObjectSchema;
  /** `undefined` if any query is valid. */
  readonly query: ObjectSchema | undefined;
  readonly takesBody: boolean;
  /** `undefined` if any JSON is valid. */
  readonly body: ObjectSchema | undefined;
  /** @throws HttpError */
  handle(call: CheckedRequest): Reply<unknown> | Promise<Reply<unknown>>;
}

/** Returns the operation of an endpoint. */
export function endpointOperation<Name extends EndpointName>(name: Name): Operation {
  const { scope, success, params, query, body } = endpoints[name];
  const handler: Handler<Name> = handlers[name];
  return {
    endpoint: name,
    stub: undefined,
    stubId: undefined,
    scope,
    success,
    params,
    query,
    takesBody: body !== null,
    body: body ?? undefined,
    // The cast is safe: earlier steps have checked the request against the endpoint's row.
    handle: (call: unknown) => handler(call as HandlerInput<Name>),
  };
}

/** Returns the operation of a stub. */
export function stubOperation({ id, method, path, scope, success, params, reply }: StubEndpoint): Operation {
  return {
    endpoint: undefined,
    stub: `${method} ${path}`,
    stubId: id,
    scope,
    success,
    params,
    query: undefined,
    takesBody: method !== 'GET',
    body: undefined,
    async handle(call) {
      const replied = await reply(call);
      if (JSON.stringify(replied) === undefined)
        throw new TypeError('The reply of a stub must return JSON, and returned none.');
      return { json: json(replied) };
    },
  };
}
