import {
  apiRoot,
  type Endpoint,
  endpoints,
  exactEnum,
  parsePath,
  pathSegment,
  type Scope,
  scopes,
  wireInteger,
} from '@issue-tracking/model';
import * as z from 'zod/mini';
import { parseInput } from '../../platform/input/input-error.ts';
import { jsonForms, object, wholeNumber } from '../../platform/input/schemas.ts';
import { type TenantRef, tenantId, tenantRef } from '../request-log/tenant-ref.ts';

/** A path of the API, with parameters in braces: `/api/v1/projects/{projectId}/issues/{issueNumber}/events`. */
export type StubPath = `${typeof apiRoot}/${string}`;

// Method and path are written out: the type `Endpoint` refers to zod, which users of the declarations haven't installed.
/** A method of a stub. */
export type StubMethod = 'GET' | 'PATCH' | 'POST';

/** The decoded path parameters of a template. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Param in Name]: string } & ParamsOf<Rest>
  : unknown;

/** A request to a stub that has passed the checks of all requests. */
export interface StubRequest<Path extends string = StubPath> {
  readonly params: string extends Path ? Readonly<Record<string, string>> : ParamsOf<Path>;
  /** Query parameters, with the last value of repeated ones. */
  readonly query: Readonly<Record<string, string>>;
  /** The parsed JSON of a POST or PATCH. */
  readonly body: unknown;
}

/**
 * An endpoint that is not in the specification. Authentication, scope, rate limit, log and faults work as for other endpoints.
 * With `{projectId}` in the path, the caller must have access to that project, and with `{issueNumber}` the issue must exist;
 * otherwise the response is a 404.
 *
 * @example
 * mock.stubs.add({
 *   method: 'GET',
 *   path: '/api/v1/projects/{projectId}/issues/{issueNumber}/events',
 *   reply: ({ params }) => ({ data: [{ type: 'opened', issue: Number(params.issueNumber) }], total: 1 }),
 * });
 */
export interface Stub<Path extends string = StubPath> {
  method: StubMethod;
  path: Path;
  /** Scope that the credential needs. By default `issues:read` for a GET, otherwise `issues:write`. */
  scope?: Scope | undefined;
  /** Status of the response, from 200 to 599. By default 200. */
  status?: number | undefined;
  /** Responds only to requests of this tenant, before stubs for all: a tenant, or the id of an organization. */
  tenant?: TenantRef | undefined;
  /** The body of the response as JSON, or a function that returns or resolves to it. */
  reply: ((request: StubRequest<Path>) => unknown) | object | null;
}

/** A stub for the pipeline: a row like those of the model's table, and its reply. */
export interface StubEndpoint extends Pick<Endpoint, 'method' | 'path' | 'scope' | 'params' | 'query'> {
  /** Identifies the stub: `stub-3`. */
  readonly id: string;
  /** Id of the organization to whose requests it responds; `undefined` for all. */
  readonly tenant: string | undefined;
  readonly success: number;
  reply(request: StubRequest): unknown;
}

const pathMust = `must be a path such as ${apiRoot}/projects/{projectId}/events, each parameter one whole segment`;
const isParam = /^\{[A-Za-z]\w*\}$/;

const path = z
  .custom<StubPath>((value) => typeof value === 'string' && isTemplate(value), pathMust)
  .register(jsonForms, { type: 'string' });
/** Maximum nesting: serializing deeper JSON could overflow the stack. */
const deepest = 500;
const replyMust = 'must be a function of the request, or the object, array or null that it would return';

/** {@link Stub} */
export const stubSchema = object({
  method: exactEnum(['GET', 'POST', 'PATCH']),
  path,
  scope: z.optional(exactEnum(scopes)),
  status: z.optional(wholeNumber(200, 599)),
  tenant: z.optional(tenantRef),
  reply: z
    .custom<Stub['reply']>((value) => typeof value === 'object' || typeof value === 'function', replyMust)
    .check(z.refine((value) => !isDeep(value), { error: `must be nested at most ${deepest} deep` })),
}).check(
  z.check(({ value: { method, path: template }, issues }) => {
    const described = Object.entries(endpoints).find(
      ([, endpoint]) => endpoint.method === method && shapeOf(endpoint.path) === shapeOf(template),
    );
    if (!described) return;
    const message = `${method} ${template} is ${described[0]}, which the mock already has: change its responses with mock.faults`;
    issues.push({ code: 'custom', message, input: template });
  }),
);

/** @throws TypeError for an invalid stub. */
export function parseStub(input: unknown): Omit<StubEndpoint, 'id'> {
  const wording = { who: 'A stub', hasNo: 'A stub has no', member: "A stub's" };
  const { reply, status, tenant, ...stub } = parseInput(stubSchema, input, wording);
  return {
    ...stub,
    tenant: tenant && tenantId(tenant),
    scope: stub.scope ?? (stub.method === 'GET' ? 'issues:read' : 'issues:write'),
    params: z.object(Object.fromEntries(paramsOf(stub.path).map((name) => [name, checkOf(name)]))),
    query: z.object({}),
    success: status ?? 200,
    reply: replies(reply) ? reply : () => reply,
  };
}

/** Whether a value is nested too deep. Iterative, because recursion could overflow the stack. */
function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

function replies(reply: Stub['reply']): reply is (request: StubRequest) => unknown {
  return typeof reply === 'function';
}

function checkOf(param: string) {
  return param === 'issueNumber' ? wireInteger() : pathSegment;
}

function paramsOf(template: StubPath): string[] {
  return parsePath(template).flatMap(({ param }) => param ?? []);
}

/** Returns a template without the names of its parameters: templates with the same shape match the same paths. */
export function shapeOf(template: StubPath): string {
  return parsePath(template)
    .map(({ literal }) => literal ?? '{}')
    .join('/');
}

function isTemplate(value: string): boolean {
  if (!value.startsWith(`${apiRoot}/`)) return false;
  const segments = value.slice(apiRoot.length + 1).split('/');
  const params = segments.filter((segment) => isParam.test(segment));
  return (
    segments.every((segment) => isParam.test(segment) || /^[\w.~-]+$/.test(segment)) &&
    new Set(params).size === params.length
  );
}
