import { type EndpointName, endpoints, exactEnum, secretName } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { type RejectionReason, rejectionReasons } from '../platform/http/http-error.ts';
import { decodedSegment } from '../platform/http/sent.ts';
import { object, type ShapeOf, text, wholeNumber } from '../platform/input/schemas.ts';
import { difference } from './difference.ts';
import type { Entry } from './entry.ts';
import type { RequestEntry } from './request-entry.ts';

/** A tenant: the result of `mock.tenant()`, or the id of an organization. */
export type TenantRef = string | { readonly organization: { readonly id: string } };

/** Members that a request must have. Omitted members match all requests. */
export interface RequestFilter {
  /** Number since the log was last cleared, from 1. */
  number?: number | undefined;
  /** HTTP method. */
  method?: string | undefined;
  /** The path as sent, without the query. */
  path?: string | undefined;
  /** Name of the endpoint, as of the client's method: `issues.list`. */
  endpoint?: EndpointName | undefined;
  /** HTTP status of the response. */
  status?: number | undefined;
  /** Category of the failure, such as `rate limit`; `aborted` if the client left before the response. */
  reason?: RejectionReason | undefined;
  /** Name of the credential, such as `acme-ci`, or its text in log entries, such as `acme-ci (svc_…only)`. */
  credential?: string | undefined;
  /** The complete API key or access token of the request, valid or not. */
  apiKey?: string | undefined;
  /** The tenant: the result of `mock.tenant()`, or the id of an organization. */
  tenant?: TenantRef | undefined;
  /** The project in its path. */
  projectId?: string | undefined;
  /** The issue in its path. */
  issueNumber?: number | undefined;
  /** Parameters of its query, with their values. */
  query?: Record<string, string> | undefined;
  /** Members of its body, with their values. A regular expression matches a text that contains a match. */
  body?: unknown;
  /** A function that returns `true` for the request. */
  matches?: ((request: RequestEntry) => boolean) | undefined;
}

export const tenantRef: z.ZodMiniType<TenantRef> = z.union(
  [text, z.looseObject({ organization: z.looseObject({ id: text }) })],
  'must be a tenant, or the id of an organization',
);

export function tenantId(tenant: TenantRef): string {
  return typeof tenant === 'string' ? tenant : tenant.organization.id;
}

// The cast is needed because `Object.keys` returns `string[]`.
export const endpointName = exactEnum(Object.keys(endpoints) as EndpointName[]);

/** {@link RequestFilter.matches} */
export const requestTest = z.custom<(request: RequestEntry) => boolean>(
  (value) => typeof value === 'function',
  'must be a function of the request: JSON has no functions',
);

/** The path of a request. Another text, such as a whole URL, would never match. */
export const requestPath = text.check(
  z.regex(/^\/[^?#]*$/, 'must be a path without address and query, such as /api/v1/projects'),
);

export const queryParameters = z.record(z.string(), text, 'must be an object of parameters and their values');

/** {@link RequestFilter} */
export const requestFilter = object({
  number: z.optional(wholeNumber(1)),
  method: z.optional(text),
  path: z.optional(requestPath),
  endpoint: z.optional(endpointName),
  status: z.optional(wholeNumber(100, 599)),
  reason: z.optional(exactEnum(rejectionReasons)),
  credential: z.optional(text),
  apiKey: z.optional(text),
  tenant: z.optional(tenantRef),
  projectId: z.optional(text),
  issueNumber: z.optional(wholeNumber(1)),
  query: z.optional(queryParameters),
  body: z.optional(z.unknown()),
  matches: z.optional(requestTest),
} satisfies ShapeOf<RequestFilter>).check(
  z.check(({ value, issues }) => {
    for (const message of impossibleMembers(value)) issues.push({ code: 'custom', message, input: value });
  }),
);

/** Yields a message for each member that no request to the endpoint has: with it, the filter would match nothing. */
export function* impossibleMembers({ endpoint, ...members }: RequestFilter): Generator<string> {
  // An unknown endpoint has its own message.
  const { path } = (endpoint && endpoints[endpoint]) ?? {};
  for (const name of ['projectId', 'issueNumber'] as const)
    if (members[name] !== undefined && path?.includes(`{${name}}`) === false)
      yield `Requests to ${endpoint} have no ${name}: leave it out`;
}

/** Whether a filter uses headers or bodies, which the log may have dropped. */
export function usesContent({ apiKey, credential, body, matches }: RequestFilter): boolean {
  return [apiKey, credential, body, matches].some((member) => member !== undefined);
}

/** Returns a line for each member of a filter that a request doesn't match; none if it passes. */
export function missesOf(filter: RequestFilter, request: Entry): string[] {
  const misses: string[] = [];
  const compare = (name: keyof RequestFilter, found: unknown) => {
    const wanted = filter[name];
    if (wanted === undefined) return;
    const different = difference(wanted, found, name);
    if (different !== undefined) misses.push(different);
  };
  // Compare the unredacted key, but never print it.
  if (filter.apiKey !== undefined && filter.apiKey !== request.credential)
    misses.push(`apiKey differs${request.shownCredential ? `: the request has ${request.shownCredential}` : ''}`);
  compare('number', request.number);
  compare('method', request.method);
  compare('path', request.path);
  compare('endpoint', request.endpoint);
  compare('status', request.status);
  compare('reason', request.reason);
  const { projectId } = request.params;
  compare('projectId', projectId && decodedSegment(projectId));
  compare('issueNumber', numberOf(request.params['issueNumber']));
  if (filter.tenant !== undefined) {
    const id = tenantId(filter.tenant);
    if (id !== request.tenant) misses.push(`tenant is ${request.tenant ?? 'unknown'}, not ${id}`);
  }
  const { query = {}, credential, body, matches } = filter;
  const received = new URLSearchParams(request.search);
  for (const [name, value] of Object.entries(query)) {
    if (!received.getAll(name).includes(value)) {
      const found = received.get(name);
      const shown = found === null ? 'missing' : secretName.test(name) ? 'another value' : JSON.stringify(found);
      misses.push(`query.${name} is ${shown}, not "${value}"`);
    }
  }
  // Parsing and redacting the entry takes longer than all comparisons above.
  if (credential === undefined && body === undefined && matches === undefined) return misses;
  const entry = request.view();
  // A credential matches by its name alone, or by its text in log entries.
  if (credential !== request.credentialName) compare('credential', entry.credential);
  compare('body', entry.body);
  if (matches && !matches(entry)) misses.push('matches(request) is false');
  return misses;
}

/** Returns how much a request differs from a filter. A different endpoint counts more than other members. */
export function distance(misses: readonly string[]): number {
  return misses.length + (misses.some((miss) => miss.startsWith('endpoint ')) ? 2 : 0);
}

function numberOf(segment: string | undefined): number | string | undefined {
  return segment !== undefined && /^[1-9]\d*$/.test(segment) ? Number(segment) : segment;
}
