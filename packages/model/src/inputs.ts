import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { type EndpointName, type Endpoints, endpoints } from './endpoints.ts';
import { setByOthers, settableStatuses } from './enumerations.ts';
import type { IssueUpdate, ProjectListFilters } from './requests.ts';
import { exactEnum, type Schema } from './scalars.ts';
import { mustBeOneOf } from './wire-text.ts';

/** The endpoints that read more from a request than a caller may send, with what a caller may. */
interface Narrowed {
  'projects.list': ProjectListFilters;
  'issues.update': IssueUpdate;
}

/** The members that are narrower than those of the row, and a rule for several members. */
interface Narrowing {
  readonly members?: z.core.$ZodShape;
  readonly rule?: z.core.$ZodCheck<Members>;
}
type Members = Readonly<Record<string, unknown>>;

/** Where callers may send less than the service reads. */
export const narrowed = {
  // GAP-6
  'projects.list': {
    rule: z.refine<Members>(
      ({ organizationSlug, organizationId }) => organizationSlug === undefined || organizationId === undefined,
      {
        error: 'must not have both organizationSlug and organizationId',
      },
    ),
  },
  // enforces STA-5, STA-6
  'issues.update': {
    members: { status: z.optional(exactEnum(settableStatuses, statusProblem)) },
    // GAP-23
    rule: z.refine<Members>(({ status, priority }) => status !== undefined || priority !== undefined, {
      error: 'must have a status or a priority',
    }),
  },
} as const satisfies { readonly [Name in keyof Narrowed]: Narrowing };

function statusProblem(status: unknown): string {
  const others = Object.entries(setByOthers).find(([other]) => other === status);
  if (!others) return mustBeOneOf(settableStatuses);
  return `cannot be set to ${others[0]} through the API: it is set by ${others[1]}`;
}

type Row<Name extends EndpointName> = Endpoints[Name];
/** The output of a part of a row; `unknown` if it has no members. */
type Part<Schema> = Schema extends z.core.$ZodType
  ? string extends keyof z.output<Schema>
    ? unknown
    : z.output<Schema>
  : unknown;
type Rest<Name extends EndpointName> = Name extends keyof Narrowed
  ? Narrowed[Name]
  : Part<Row<Name>['query']> & Part<Row<Name>['body']>;
/** One object type of each member of a union of intersections. */
type Flat<Type> = Type extends unknown ? { [Member in keyof Type]: Type[Member] } : never;

/** Everything that a caller passes to an endpoint, in one object: path parameters, filters and members of the body. */
export type InputOf<Name extends EndpointName> = Flat<Part<Row<Name>['params']> & Rest<Name>>;

function inputOf(name: EndpointName): Schema {
  const { params, query, body }: Endpoint = endpoints[name];
  const { members, rule }: Narrowing = { ...narrowed[name as keyof Narrowed] };
  const input = z.strictObject({ ...params.def.shape, ...query.def.shape, ...body?.def.shape, ...members });
  return rule ? input.check(rule) : input;
}

/**
 * The schema of each endpoint's input: `params`, `query` and `body` of its row in one object, less what only the service reads. The
 * SDK checks arguments with it, and it describes a tool to a language model.
 *
 * @example
 * const { projectId, issueNumber, ...changes } = inputs['issues.update'].parse(input);
 * await client.issues.update(projectId, issueNumber, changes);
 */
export const inputs: { readonly [Name in EndpointName]: Schema<InputOf<Name>> } = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.keys(endpoints).map((name) => [name, inputOf(name as EndpointName)]),
  // Each name has the input of its row, which the types above describe.
) as { [Name in EndpointName]: Schema<InputOf<Name>> };
