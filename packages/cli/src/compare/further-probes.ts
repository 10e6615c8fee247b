import { type Endpoint, type EndpointName, endpoints, parsePath } from '@issue-tracking/model';
import { type CapturedList, capturedLists } from '../service/captured-lists.ts';
import { shapes } from './every-response.ts';
import type { Probe, Value } from './probe.ts';
import type { ServiceData } from './service-data.ts';

/** Returns the endpoints that no probe sends, reads or writes. */
export function endpointsWithout(probes: readonly Probe[], kind: 'read' | 'write'): EndpointName[] {
  const sent = new Set(probes.map(({ endpoint }) => endpoint));
  const isRead = (name: EndpointName) => endpoints[name].method === 'GET';
  return (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => !sent.has(name) && isRead(name) === (kind === 'read'),
  );
}

/** Returns a read of each endpoint that no other probe reads, so that a row of the table is compared by itself. */
export function furtherReads(serviceData: ServiceData, probes: readonly Probe[]): Probe[] {
  const { projectId: project, sample: issue } = serviceData;
  if (issue === undefined) return [];
  return endpointsWithout(probes, 'read').map((endpoint) => {
    const params = examplesIn(endpoints[endpoint].path, serviceData, issue);
    const missing = Object.keys(params).filter((name) => params[name] === undefined);
    const unless = `the data of the project has no ${missing.join(', ')}`;
    return { name: endpoint, rules: [shapes[endpoint][1]], endpoint, project, issue, params, unless };
  });
}

/** Returns an example of each further parameter of a path: the `id` of the first entry of the list before it. */
export function examplesIn(
  path: Endpoint['path'],
  { captured }: ServiceData,
  issue: number,
): Readonly<Record<string, Value>> {
  const names = parsePath(path).flatMap(({ param }) => param ?? []);
  const further = names.filter((name) => name !== 'projectId' && name !== 'issueNumber');
  return Object.fromEntries(further.map((name) => [name, firstId(path.slice(0, path.indexOf(`/{${name}}`)))]));

  function firstId(listPath: string): Value {
    const lists = Object.entries(capturedLists) as [CapturedList, EndpointName][];
    const [member] = lists.find(([, endpoint]) => endpoints[endpoint].path === listPath) ?? [];
    const id = member && captured.get(issue)?.[member]?.[0]?.['id'];
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
  }
}
