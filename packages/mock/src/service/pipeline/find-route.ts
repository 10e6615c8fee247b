import {
  type Endpoint,
  type EndpointName,
  endpoints,
  errorTexts,
  type PathSegment,
  parsePath,
} from '@issue-tracking/model';
import type { IssueEntry } from '../../data/store/issue-entry.ts';
import type { ProjectEntry } from '../../data/store/project-entry.ts';
import { HttpError } from '../../platform/http/http-error.ts';
import type { Caller, Service } from '../service.ts';
import type { StubEndpoint } from '../stubs/stub.ts';

/** The endpoint a request is for. */
export type Route = DescribedRoute | StubRoute;

interface RouteBase {
  /** Path parameters by name, undecoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface DescribedRoute extends RouteBase {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
}

/** To an endpoint that only this mock has. */
interface StubRoute extends RouteBase {
  readonly name: undefined;
  readonly endpoint: StubEndpoint;
}

interface Path {
  readonly template: string;
  readonly segments: readonly PathSegment[];
  readonly methods: Map<string, EndpointName>;
}

/** By number of segments, so that a request is compared with two or three paths at most. */
const paths = new Map<number, Path[]>();
for (const name of Object.keys(endpoints) as EndpointName[])
  pathOf(endpoints[name].path).methods.set(endpoints[name].method, name);

/**
 * Finds the endpoint by the undecoded path: a trailing or doubled slash or another letter case is another path
 * (GAP-25), an encoded slash is part of its segment (GAP-39). An error is returned and not thrown: it is answered later.
 */
export function findRoute(
  method: string,
  path: string,
  { stubs, texts, readings }: Pick<Service, 'stubs' | 'texts' | 'readings'>,
): Route | HttpError {
  const segments = path.split('/');
  // GAP-48
  const asMethod = method === 'HEAD' && readings.head === 'get' ? 'GET' : method;
  const found = paths.get(segments.length)?.find((candidate) => matches(candidate.segments, segments));
  const name = found?.methods.get(asMethod);
  if (found && name) return { name, endpoint: endpoints[name], params: paramsIn(found.segments, segments) };
  const stubbed = stubs.endpoints.filter((stub) => matches(parsePath(stub.path), segments));
  const stub = stubbed.find((candidate) => candidate.method === asMethod);
  if (stub) return { name: undefined, endpoint: stub, params: paramsIn(parsePath(stub.path), segments) };
  const methods = new Set([...(found?.methods.keys() ?? []), ...stubbed.map((other) => other.method)]);
  if (methods.size === 0) return new HttpError(404, texts.notFound);
  const error = new HttpError(405, texts.methodNotAllowed, { headers: { allow: [...methods].join(', ') } });
  return error.because(
    `This path takes ${[...methods].join(', ')}.`,
    method === 'HEAD' && methods.has('GET') ? 'head' : undefined,
  );
}

/** Whether an endpoint or a stub has this path, with whatever method. */
export function isKnownPath(path: string, service: Parameters<typeof findRoute>[2]): boolean {
  const route = findRoute('GET', path, service);
  return !(route instanceof HttpError) || route.status !== 404;
}

/** Whether a path, split at its slashes, has what the template asks for; a parameter is any text but an empty one. */
function matches(template: readonly PathSegment[], segments: readonly string[]): boolean {
  if (template.length !== segments.length) return false;
  return template.every(({ literal }, at) => (literal === undefined ? segments[at] !== '' : literal === segments[at]));
}

function paramsIn(template: readonly PathSegment[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, { param }] of template.entries()) if (param !== undefined) params[param] = segments[at] ?? '';
  return params;
}

/** The entry of a template, made when it is not there yet: endpoints of one path share theirs. */
function pathOf(template: Endpoint['path']): Path {
  const segments = parsePath(template);
  const siblings = paths.get(segments.length) ?? [];
  paths.set(segments.length, siblings);
  const known = siblings.find((path) => path.template === template);
  if (known) return known;
  const path: Path = { template, segments, methods: new Map() };
  siblings.push(path);
  return path;
}

/** What a request's path leads to. */
export interface Target {
  readonly project: ProjectEntry | undefined;
  readonly issue: IssueEntry | undefined;
}

const nothing: Target = { project: undefined, issue: undefined };

/**
 * Finds the project and issue that the route's path names, by the checked `params`; those of another organization are
 * as absent as any (AUTH-6).
 */
export function findTarget(
  { store, texts }: Service,
  caller: Caller,
  route: Route,
  params: Readonly<Record<string, string>>,
): Target {
  if (!('projectId' in route.params)) return nothing;
  const project = store.directory.projects.get(params['projectId'] ?? '');
  if (!project || !caller.organizations().some(({ record }) => record === project.organization)) {
    const { projectId } = params;
    const reason = project
      ? `Project ${projectId} exists, but in an organization that the credential has no part in, or that is inactive.`
      : `There is no project ${projectId ?? 'with a malformed id'}.`;
    const error = new HttpError(404, errorTexts.projectNotFound);
    throw error.because(reason, projectId === undefined ? 'malformedPath' : undefined);
  }
  if (!('issueNumber' in route.params)) return { project, issue: undefined };
  const issue = project.issue(Number(params['issueNumber']));
  if (!issue) {
    const { projectId, issueNumber } = params;
    const error = new HttpError(404, texts.issueNotFound);
    throw issueNumber === undefined
      ? error.because('The issue number is malformed, and so names nothing.', 'malformedPath')
      : error.because(`Project ${projectId} has no issue ${issueNumber}.`);
  }
  return { project, issue };
}
