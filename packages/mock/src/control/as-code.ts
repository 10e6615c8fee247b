import { endpoints } from '@issue-tracking/model';
import type { Entry } from '../log/entry.ts';
import type { RequestEntry } from '../log/request-entry.ts';
import { decodedSegment } from '../platform/http/sent.ts';
import type { Service } from '../state.ts';
import { identify } from '../steps/identify.ts';
import { literal } from './literal.ts';
import { shownFault } from './shown-fault.ts';

/** Methods of `client.request`. */
const sendable: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Returns a logged request as a call of the client: of the endpoint's method, or of `client.request` for what the method would not send.
 *
 * @throws TypeError for a request that no client sends, or if the log has dropped parts of it.
 */
export function asSdkCall(request: Entry): string {
  const { number, method, endpoint, path, search, body, bodyKept, forgotten, reason, warnings } = request.view();
  if (forgotten || bodyKept) throw new TypeError(`Request ${number} can't be copied. The log does not have all of it.`);
  if (!sendable.includes(method))
    throw new TypeError(`Request ${number} can't be copied. The client sends no ${method}.`);
  const isTyped = endpoint !== undefined && reason !== 'input' && reason !== 'status' && warnings === undefined;
  const numbers = isTyped ? numericMembers : none;
  const query = Object.fromEntries(
    [...new URLSearchParams(search)].map(([name, value]) => [name, numbers.has(name) ? Number(value) : value]),
  );
  const hasQuery = Object.keys(query).length > 0;
  if (!isTyped) {
    const options = { ...(hasQuery && { query }), ...(body !== undefined && { body }) };
    const given = Object.keys(options).length > 0 ? [literal(options)] : [];
    return `client.request(${[literal(method), literal(path), ...given].join(', ')})`;
  }
  const params = Object.entries(request.params).map(([name, value]) =>
    literal(numbers.has(name) ? Number(value) : decodedSegment(value)),
  );
  const last = endpoints[endpoint].body ? [literal(body)] : hasQuery ? [literal(query)] : [];
  return `client.${endpoint}(${[...params, ...last].join(', ')})`;
}

const none: ReadonlySet<string> = new Set();
/** Parameters that the client takes as numbers. */
const numericMembers: ReadonlySet<string> = new Set(['issueNumber', 'page', 'limit']);

/** Returns a test in which a mock with the same records responds like this again. @throws TypeError */
export function asTest(request: Entry, service: Service): string {
  const { number, endpoint, status, reason } = request.view();
  if (reason === 'aborted') throw new TypeError(`Request ${number} can't be copied as a test: its client aborted it.`);
  if (reason === 'locked out' || reason === 'failure')
    throw new TypeError(`Request ${number} can't be copied as a test: its response depends on earlier requests.`);
  const { scenario, ...settings } = settingsOf(request);
  const { key, world } = worldOf(request, service);
  const options = {
    world,
    ...settings,
    ...(reason === 'rate limit' && { rateLimit: { requests: 0 } }),
  };
  const isKnown = request.credentialName !== undefined;
  const isRejected = status === undefined || status >= 400;
  const title = isRejected ? (status === undefined ? 'gets no response' : `is rejected with ${status}`) : 'succeeds';
  return [
    "import { createMock, virtualClock } from '@issue-tracking/mock';",
    "import { IssueTrackingClient } from '@issue-tracking/sdk';",
    "import { expect, test } from 'vitest';",
    '',
    `test(${literal(`${endpoint ?? request.path} ${title}`)}, async () => {`,
    '  const mock = createMock({',
    `    clock: virtualClock({ now: ${literal(new Date(request.at).toISOString())} }),`,
    ...Object.entries(options).map(([name, value]) => `    ${name}: ${literal(value)},`),
    '  });',
    ...(scenario === undefined ? [] : [`  mock.scenario = ${literal(scenario)};`]),
    ...(reason === 'revoked key' ? [`  mock.world.apiKeys.update({ key: ${literal(key)} }, { revoked: true });`] : []),
    ...faultsOf(request, service).map((fault) => `  mock.faults.add(${literal(fault)});`),
    `  const client = new IssueTrackingClient({ ...mock.clientOptions, retry: false${isKnown ? '' : ", apiKey: 'svc_wrong'"} });`,
    `  await expect(${asSdkCall(request)}).${isRejected ? `rejects.${status === undefined ? "toMatchObject({ name: 'ConnectionError' })" : `toMatchObject({ status: ${status} })`}` : 'resolves.toBeDefined()'};`,
    '});',
    '',
  ].join('\n');
}

/** Returns a story whose mock responds like this, at the same time of day, for Storybook. */
export function asStory(request: Entry, service: Service): string {
  const { status, reason, endpoint } = request.view();
  const { scenario, behavior } = settingsOf(request);
  const isRejected = status === undefined || status >= 400;
  const name = (endpoint ?? 'request').replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const faults = faultsOf(request, service);
  const issues = issuesOf(request, service);
  const cause = {
    scope: { scopes: service.store.credential(request.credential ?? '')?.scopes ?? [] },
    'rate limit': { rateLimit: { requests: 0 } },
    scenario: {},
  }[String(reason)];
  const parameters = {
    clock: new Date(request.at).toISOString(),
    ...(issues.length > 0 && { issues }),
    ...(scenario !== undefined && { scenario }),
    ...(behavior && { behavior }),
    ...(cause ??
      (faults.length > 0
        ? { faults }
        : isRejected && { faults: [{ ...(endpoint && { endpoint }), status: status ?? 503, times: null }] })),
  };
  return [
    `export const ${name}${isRejected ? (status ?? 'Lost') : ''}: StoryObj = {`,
    `  parameters: { issueTracking: ${literal(parameters)} },`,
    '};',
    '',
  ].join('\n');
}

function settingsOf(request: Entry): NonNullable<RequestEntry['settings']> {
  return request.view().settings ?? {};
}

/** Returns the fault that applied, for all requests: the client may send several. */
function faultsOf({ faultId }: Entry, { state: { faults } }: Service): object[] {
  const state = [...faults.active, ...faults.consumed].find(({ id }) => id === faultId);
  if (!state || state.fault.matches) return [];
  const { tenant: _tenant, apiKey: _apiKey, skip: _skip, every: _every, probability: _chance, ...fault } = state.fault;
  return [{ ...shownFault(fault, (credential) => credential), times: null }];
}

/** Returns a world with the request's credential as its first key, and with its project and issue. */
function worldOf(request: Entry, service: Service): { key: string; world: object } {
  const { store, clock } = service;
  const { credential = '' } = request;
  const known = store.credential(credential);
  const project = store.get('projects', decodedSegment(request.params['projectId'] ?? ''));
  const holder = project && store.get('organizations', project.organizationId);
  const seen = identify(store, '', credential, clock.now()).caller?.organizations();
  const own = store.get('apiKeys', credential);
  // What a user's token may do, a key of the organization may.
  const organization =
    (own && store.get('organizations', own.organizationId)) ??
    seen?.find(({ id }) => id === holder?.id) ??
    seen?.[0] ??
    holder;
  const key = known ? `svc_${known.name}` : 'svc_test';
  const apiKey = {
    key,
    ...(known && { scopes: known.scopes, ...(known.expiresAt && { expiresAt: known.expiresAt }) }),
  };
  const projectsOf = (id: string | undefined) =>
    project?.organizationId === id
      ? [{ id: project?.id, slug: project?.slug, name: project?.name, issues: issuesOf(request, service) }]
      : [];
  const organizations = [
    { slug: organization?.slug ?? 'acme', apiKeys: [apiKey], projects: projectsOf(organization?.id) },
    ...(holder && holder.id !== organization?.id ? [{ slug: holder.slug, projects: projectsOf(holder.id) }] : []),
  ];
  return { key, world: { organizations } };
}

/** Returns the request's issue, as far as it matters for an update. */
function issuesOf({ params }: Entry, { store }: Service): object[] {
  const found = store.issue(decodedSegment(params['projectId'] ?? ''), Number(params['issueNumber']));
  if (!found) return [];
  const { issueNumber, title, status, priority } = found;
  return [{ issueNumber, title, status, priority }];
}
