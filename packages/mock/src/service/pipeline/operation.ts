import { type EndpointName, endpoints, type ObjectSchema, type Scope } from '@issue-tracking/model';
import type { CheckedRequest, Handler, HandlerInput, Reply } from '../handlers/handler.ts';
import { handlers } from '../handlers/handlers.ts';

/** An endpoint's row of the table, with its handler. */
export interface Operation {
  readonly endpoint: EndpointName;
  readonly scope: Scope;
  /** Status of a success. */
  readonly success: number;
  readonly params: ObjectSchema;
  readonly query: ObjectSchema;
  /** `null` if the endpoint takes no body. */
  readonly body: ObjectSchema | null;
  /** @throws HttpError */
  handle(call: CheckedRequest): Reply<unknown>;
}

/** Returns the operation of an endpoint. */
export function endpointOperation<Name extends EndpointName>(name: Name): Operation {
  const { scope, success, params, query, body } = endpoints[name];
  const handler: Handler<Name> = handlers[name];
  return {
    endpoint: name,
    scope,
    success,
    params,
    query,
    body,
    // The cast is safe: earlier steps have checked the request against the endpoint's row.
    handle: (call: unknown) => handler(call as HandlerInput<Name>),
  };
}
