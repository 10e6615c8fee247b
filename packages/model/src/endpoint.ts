import type * as z from 'zod/mini';
import type { Scope } from './enumerations.ts';
import type { apiRoot } from './limits.ts';
import type { Schema } from './scalars.ts';

/** An object schema with known members, as of path parameters and queries. */
export type ObjectSchema = z.ZodMiniObject;

/** Everything the SDK, the mock and the OpenAPI document know of one endpoint. */
export type Endpoint = EndpointRequest & (WithContent | WithoutContent);

interface EndpointRequest {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  /** Under the base URL, with parameters in braces. */
  readonly path: `${typeof apiRoot}/${string}`;
  /** The scope that the credential needs. */
  readonly scope: Scope;
  /** Path parameters, as decoded segments. */
  readonly params: ObjectSchema;
  /** Query parameters, as strings. */
  readonly query: ObjectSchema;
  /** Request body; `null` when the endpoint takes none. */
  readonly body: ObjectSchema | null;
  /** Headers of a success besides its content type, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface WithContent {
  /** Status of a success. */
  readonly success: 200 | 201 | 202;
  /** Body of a success. */
  readonly response: Schema;
  /** The part of that body that a client cannot work without. */
  readonly needs: Schema;
}

interface WithoutContent {
  readonly success: 200 | 201 | 202 | 204;
  /** A success has an empty body. */
  readonly response: null;
  readonly needs?: undefined;
}
