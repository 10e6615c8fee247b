import { type Endpoint, type EndpointName, endpoints, fillPath, parsePath } from '@issue-tracking/model';
import type { ServiceRequest } from '../service/exchange.ts';
import type { Aspect } from './aspects.ts';
import type { BehaviorName, RuleId } from './findings.ts';

/** A value of a parameter; `undefined` if the data has no example. */
export type Value = string | number | undefined;

/** One request to both the service and the mock. They must agree in its aspects, or a behavior option explains the difference. */
export interface Probe {
  /** The subject of the request, for the report. */
  readonly name: string;
  /** The rules that it shows. A difference breaks the first, unless `breaks` names another. */
  readonly rules: readonly RuleId[];
  /** The rules that a difference in one aspect breaks. */
  readonly breaks?: Partial<Record<Aspect, RuleId | readonly RuleId[]>>;
  readonly endpoint: EndpointName;
  /** The project and the issue in the path; `undefined` if the data has no example, or if the path has none. */
  readonly project?: string | undefined;
  readonly issue?: number | undefined;
  /** The further parameters of the path. */
  readonly params?: Readonly<Record<string, Value>> | undefined;
  readonly query?: Readonly<Record<string, Value>> | undefined;
  /** A JSON value, or the text of broken JSON. */
  readonly body?: unknown;
  /** The content type of the body, by default JSON's; `null` for none. */
  readonly type?: string | null;
  /** Whether the request has no credential. */
  readonly anonymous?: true;
  /** The reason in the report if the data has no example, so that the request is not sent. */
  readonly unless?: string | undefined;
  /** The aspects to compare, by default all that the specification fixes. */
  readonly aspects?: readonly Aspect[];
  /** The behavior options that the response shows, each with the aspect that shows it. */
  readonly decides?: Partial<Record<BehaviorName, Aspect>>;
  /** A freedom of the service: to reject what the mock accepts, or to accept what the mock rejects. */
  readonly open?: 'reject' | 'accept';
}

/** A part of a probe, of which the others come from those like it. */
export type Row = Partial<Probe>;

/** A word that no title, description, label or enumeration has. */
export const unused = 'qzxvkwjpq9f1c';

/** Whether the data has an example for every part of the request. */
export function isSendable(probe: Probe): boolean {
  const values = pathValues(probe);
  const { path } = endpoints[probe.endpoint];
  const isInPath = parsePath(path).every(({ param }) => param === undefined || values[param] !== undefined);
  return isInPath && !Object.values(probe.query ?? {}).includes(undefined);
}

function pathValues({ project, issue, params }: Probe): Readonly<Record<string, Value>> {
  return { projectId: project, issueNumber: issue, ...params };
}

export function isWrite({ endpoint }: Probe): boolean {
  return endpoints[endpoint].method !== 'GET';
}

/** Returns the request of a probe, for either side. */
export function requestOf(probe: Probe): ServiceRequest & Pick<Endpoint, 'method'> {
  const { endpoint, query = {}, body, type = 'application/json', anonymous } = probe;
  const { method, path } = endpoints[endpoint];
  const search = new URLSearchParams(texts(query));
  return {
    method,
    path: fillPath(path, texts(pathValues(probe))) + (search.size > 0 ? `?${search}` : ''),
    anonymous,
    ...(body !== undefined && {
      // `fetch` adds a content type to a string, but not to bytes.
      body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
      headers: type === null ? {} : { 'content-type': type },
    }),
  };
}

function texts(values: Readonly<Record<string, Value>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value = '']) => [name, String(value)]));
}

/** Returns the rules that a difference breaks. A probe without rules shows only choices. */
export function brokenRules({ rules, breaks }: Probe, aspect: Aspect): readonly RuleId[] {
  if (rules.length === 0) return [];
  const broken = breaks?.[aspect] ?? rules.slice(0, 1);
  return typeof broken === 'string' ? [broken] : broken;
}
