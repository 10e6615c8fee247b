import { type Endpoint, type EndpointName, endpoints, errorTexts } from '@issue-tracking/model';
import { HttpError } from '../http/http-error.ts';
import type { Caller, Service } from '../service.ts';
import type { IssueEntry } from '../store/issue-entry.ts';
import type { ProjectEntry } from '../store/project-entry.ts';

/** The endpoint a request is for. */
export interface Route {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
  /** Path parameters by name, undecoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface Path {
  /** What each segment must be; `undefined` stands for a parameter. */
  readonly literals: readonly (string | undefined)[];
  readonly params: readonly { readonly name: string; readonly at: number }[];
  readonly methods: Map<string, EndpointName>;
}

/** By number of segments, so that a request is compared with two or three paths at most. */
const paths = new Map<number, Path[]>();
for (const name of Object.keys(endpoints) as EndpointName[])
  pathOf(endpoints[name].path).methods.set(endpoints[name].method, name);

/**
 * Finds the endpoint by the undecoded path: a trailing or doubled slash or another letter case is another path
 * (GAP-25), an encoded slash is part of its segment (GAP-39).
 */
export function findRoute(
  method: string,
  path: string,
  { texts, readings }: Pick<Service, 'texts' | 'readings'>,
): Route {
  const segments = path.split('/');
  const found = paths.get(segments.length)?.find(({ literals }) => matches(literals, segments));
  if (!found) throw new HttpError(404, texts.notFound);
  // GAP-48
  const asMethod = method === 'HEAD' && readings.head === 'get' ? 'GET' : method;
  const name = found.methods.get(asMethod);
  if (!name)
    throw new HttpError(405, texts.methodNotAllowed, { headers: { allow: [...found.methods.keys()].join(', ') } });
  const params: Record<string, string> = {};
  for (const param of found.params) params[param.name] = segments[param.at] ?? '';
  return { name, endpoint: endpoints[name], params };
}

function matches(literals: Path['literals'], segments: readonly string[]): boolean {
  return literals.every((literal, at) => (literal === undefined ? segments[at] !== '' : literal === segments[at]));
}

function pathOf(template: string): Path {
  const segments = template.split('/');
  const literals = segments.map((segment) => (segment.startsWith('{') ? undefined : segment));
  const siblings = paths.get(segments.length) ?? [];
  paths.set(segments.length, siblings);
  const known = siblings.find((path) => path.literals.join('/') === literals.join('/'));
  if (known) return known;
  const params = segments.flatMap((segment, at) =>
    segment.startsWith('{') ? [{ name: segment.slice(1, -1), at }] : [],
  );
  const path: Path = { literals, params, methods: new Map() };
  siblings.push(path);
  return path;
}

/** What a request's path leads to. */
export interface Target {
  readonly project: ProjectEntry | undefined;
  readonly issue: IssueEntry | undefined;
}

const nothing: Target = { project: undefined, issue: undefined };

/** Finds the project and issue in the path; those of another organization are as absent as any (AUTH-6). */
export function findTarget(
  { store, texts }: Service,
  caller: Caller,
  template: string,
  params: Readonly<Record<string, string>>,
): Target {
  if (!template.includes('{projectId}')) return nothing;
  const project = store.directory.projects.get(params['projectId'] ?? '');
  if (!project || !caller.organizations().some(({ record }) => record === project.organization)) {
    throw new HttpError(404, errorTexts.projectNotFound);
  }
  if (!template.includes('{issueNumber}')) return { project, issue: undefined };
  const issue = project.issue(Number(params['issueNumber']));
  if (!issue) throw new HttpError(404, texts.issueNotFound);
  return { project, issue };
}
