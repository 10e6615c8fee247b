import { type EndpointName, endpoints, type ObjectSchema, type Scope } from '@issue-tracking/model';
import { json } from '../../platform/http/json.ts';
import type { CheckedRequest, Handler, HandlerInput, Reply } from '../handlers/handler.ts';
import { handlers } from '../handlers/handlers.ts';
import type { StubEndpoint } from '../stubs/stub.ts';

/** The target of one method and path: an endpoint of the API, or a stub. */
export interface Operation {
  readonly endpoint: EndpointName | undefined;
  /** As the log names it. */
  readonly stub: string | undefined;
  readonly stubId: string | undefined;
  readonly scope: Scope;
  /** The status of a success. */
  readonly success: number;
  readonly params: ObjectSchema;
  /** `undefined` where any query will do. */
  readonly query: ObjectSchema | undefined;
  readonly takesBody: boolean;
  /** `undefined` where any JSON will do. */
  readonly body: ObjectSchema | undefined;
  /** @throws HttpError */
  answer(call: CheckedRequest): Reply<unknown> | Promise<Reply<unknown>>;
}

/** An endpoint of the API, with its row of the table and its handler. */
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
    // The cast: steps before have checked the call against the row that the handler's types are made of.
    answer: (call: unknown) => handler(call as HandlerInput<Name>),
  };
}

/** An endpoint that only this mock has. */
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
    async answer(call) {
      const replied = await reply(call);
      if (JSON.stringify(replied) === undefined)
        throw new TypeError('The reply of a stub must return JSON, and returned none.');
      return { json: json(replied) };
    },
  };
}
