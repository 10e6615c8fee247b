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

// Written out, as is the path: `Endpoint` names zod, which those who use the declarations have not installed.
/** A method of the API. */
export type StubMethod = 'GET' | 'PATCH' | 'POST';

/** The path parameters that a template names, decoded. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Param in Name]: string } & ParamsOf<Rest>
  : unknown;

/** A request to a stub. It has passed the checks that each request has to pass. */
export interface StubRequest<Path extends string = StubPath> {
  readonly params: string extends Path ? Readonly<Record<string, string>> : ParamsOf<Path>;
  /** Of a parameter that was given twice, the last value. */
  readonly query: Readonly<Record<string, string>>;
  /** Of a POST or PATCH, as JSON. */
  readonly body: unknown;
}

/**
 * An endpoint that the specification doesn't describe, as a test wants it. Authentication, scope, request rate, log and
 * faults are those of every endpoint. A `{projectId}` in the path is a project that the caller must have a part in, an
 * `{issueNumber}` after it one of its issues; 404 otherwise.
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
  /** The scope that the credential needs: `issues:read` by default for a GET, otherwise `issues:write`. */
  scope?: Scope | undefined;
  /** Of the response: 200 by default. */
  status?: number | undefined;
  /** For requests of this tenant only, for whom it comes before one for everybody: a tenant, or the id of an organization. */
  tenant?: TenantRef | undefined;
  /** The whole body of the response, as JSON; or what gives it, at once or later. */
  reply: ((request: StubRequest<Path>) => unknown) | object | null;
}

/** A stub, as the pipeline takes it: a row as in the model's table, and what answers. */
export interface StubEndpoint extends Pick<Endpoint, 'method' | 'path' | 'scope' | 'params' | 'query'> {
  /** As it is known by: `stub-3`. */
  readonly id: string;
  /** The id of the organization whose requests it is for; `undefined` for all. */
  readonly tenant: string | undefined;
  readonly success: number;
  reply(request: StubRequest): unknown;
}

const pathMust = `must be a path such as ${apiRoot}/projects/{projectId}/events, each parameter one whole segment`;
const isParam = /^\{[A-Za-z]\w*\}$/;

const path = z
  .custom<StubPath>((value) => typeof value === 'string' && isTemplate(value), pathMust)
  .register(jsonForms, { type: 'string' });
/** Deeper JSON may have no room on the stack when it is written. */
const deepest = 500;
const replyMust = 'must be a function of the request, or the object, array or null that it would return';

/** {@link Stub}, as it comes from a test or the control API. */
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
    const message = `${method} ${template} is ${described[0]}, which the mock has: change its responses with mock.faults`;
    issues.push({ code: 'custom', message, input: template });
  }),
);

/** @throws TypeError for a stub that can't be what its author meant. */
export function parseStub(given: unknown): Omit<StubEndpoint, 'id'> {
  const wording = { who: 'A stub', hasNo: 'A stub has no', member: "A stub's" };
  const { reply, status, tenant, ...stub } = parseInput(stubSchema, given, wording);
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

/** Goes down level by level, as what is too deep is too deep for calls as well. */
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

/** A template without the names of its parameters, which make no difference to the paths it is for. */
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
