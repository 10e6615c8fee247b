import type { Endpoint, EndpointName, Endpoints } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import type { ObjectShape, Shape } from '../check/shape.ts';
import { shapeOf } from './shape-of.ts';

/** What the client needs to know of one operation. */
interface Row {
  readonly method: Endpoint['method'];
  readonly path: Endpoint['path'];
  readonly params: ObjectShape;
  readonly query: ObjectShape;
  readonly body: ObjectShape | null;
  readonly response: Shape;
}

/** All operations, as plain data. */
export type Table = { readonly [Name in EndpointName]: Row };

/** The client's part of the model's table. */
export function tableOf(endpoints: Endpoints): Table {
  const rows = Object.entries<Endpoint>(endpoints).map(([name, row]) => [name, rowOf(row)]);
  // The names are the model's own.
  return Object.fromEntries(rows) as Table;
}

function rowOf({ method, path, params, query, body, response }: Endpoint): Row {
  return {
    method,
    path,
    params: objectShapeOf(params),
    // The model lets unknown parameters pass, as a service does; a caller who misspells one must hear of it.
    query: { ...objectShapeOf(query), exact: true },
    body: body && objectShapeOf(body),
    response: shapeOf(response),
  };
}

function objectShapeOf(schema: z.core.$ZodType): ObjectShape {
  const shape = shapeOf(schema);
  if (shape.kind !== 'object') throw new Error('The parameters, query and body of an operation are objects.');
  return shape;
}
