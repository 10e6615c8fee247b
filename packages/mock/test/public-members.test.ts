import {
  type Collection,
  type Collections,
  createMock,
  type FaultHandle,
  type Faults,
  type Mock,
  type MockClientOptions,
  type MockClock,
  type RequestEntry,
  type Requests,
  type Settings,
  type Snapshot,
  systemClock,
  type Tenant,
  type TenantRequests,
  virtualClock,
  type WhyStep,
} from '@issue-tracking/mock';
import { setupMock } from '@issue-tracking/mock/msw';
import { channelTransport, type Transport } from '@issue-tracking/mock/panel';
import { listen, type MockServer, type ServedRequest } from '@issue-tracking/mock/server';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';

/** The members of a declaration: `true` for those that each object has. The compiler reports a missing name, and one too many. */
type Declared<Type> = { [Name in keyof Type]-?: object extends Pick<Type, Name> ? 'optional' : true };

const faults: Declared<Faults> = { add: true, list: true, all: true, unused: true, clear: true };
const clientOptions: Declared<MockClientOptions> = {
  baseUrl: true,
  apiKey: true,
  fetch: true,
  clock: true,
  rateLimit: 'optional',
};
const tenantRequests: Declared<TenantRequests> = {
  all: true,
  last: true,
  find: true,
  nearestMiss: true,
  dropped: true,
};
const requests: Declared<Requests> = { ...tenantRequests, clear: true };
const clock: Declared<MockClock> = { now: true, sleep: true, advance: true, set: true, hold: true, note: 'optional' };
const settings: Declared<Settings> = {
  scenario: true,
  latencyMs: true,
  rateLimit: true,
  behavior: true,
  change: true,
};
const mockMembers: Declared<Mock> = {
  baseUrl: true,
  fetch: true,
  clientOptions: true,
  tenant: true,
  world: true,
  scenario: true,
  settings: true,
  clock: true,
  faults: true,
  requests: true,
  why: true,
  exportWorld: true,
  snapshot: true,
  restore: true,
  reset: true,
};
const tenant: Declared<Tenant> = {
  organization: true,
  project: true,
  apiKey: true,
  clientOptions: true,
  faults: true,
  requests: true,
};
const world: Declared<Collections> = {
  organizations: true,
  projects: true,
  issues: true,
  comments: true,
  apiKeys: true,
  users: true,
  accessTokens: true,
};
const collection: Declared<Collection<unknown, unknown>> = { find: true, create: true, update: true, delete: true };
const handle: Declared<FaultHandle> = {
  id: true,
  fault: true,
  requests: true,
  remaining: true,
  whyUnused: true,
  remove: true,
};
const snapshot: Declared<Snapshot> = { now: true };
const entry: Declared<RequestEntry> = {
  number: true,
  at: true,
  method: true,
  path: true,
  search: true,
  headers: true,
  endpoint: 'optional',
  nearest: 'optional',
  credential: 'optional',
  tenant: 'optional',
  body: 'optional',
  bodyKept: 'optional',
  changes: 'optional',
  warnings: 'optional',
  status: 'optional',
  error: 'optional',
  reason: 'optional',
  why: 'optional',
  settings: 'optional',
  response: 'optional',
  responseKept: 'optional',
  durationMs: 'optional',
  fault: 'optional',
  faultId: 'optional',
  forgotten: 'optional',
};
const whyStep: Declared<WhyStep> = { step: true, outcome: true, text: true, behavior: 'optional' };
const served: Declared<ServedRequest> = {
  method: true,
  path: true,
  status: true,
  ms: true,
  credential: 'optional',
  reason: 'optional',
  changes: 'optional',
  warnings: 'optional',
};
const server: Declared<MockServer> = { url: true, close: true, [Symbol.asyncDispose]: true };
const transport: Declared<Transport> = { call: true, subscribe: true };

/** Returns the names of all members, own and inherited, enumerable or not, without those that every object or function has, and those that hide the parts of a mock. */
function membersOf(object: object): PropertyKey[] {
  const names = new Set<PropertyKey>();
  const common = new Set([
    ...Reflect.ownKeys(Object.prototype),
    ...(typeof object === 'function' ? ['length', 'name'] : []),
  ]);
  const ends: unknown[] = [null, Object.prototype, Function.prototype, Object.getPrototypeOf(async () => {})];
  for (let level = object; !ends.includes(level); level = Object.getPrototypeOf(level))
    for (const name of Reflect.ownKeys(level)) if (!common.has(name) && !isHidden(name)) names.add(name);
  return [...names].sort((a, b) => String(a).localeCompare(String(b)));
}

function isHidden(name: PropertyKey): boolean {
  return typeof name === 'symbol' && /^@issue-tracking\/mock\//.test(Symbol.keyFor(name) ?? '');
}

function expectMembers(object: object | undefined, declared: Readonly<Record<PropertyKey, true | 'optional'>>): void {
  const found = membersOf(object ?? {});
  const missing = Reflect.ownKeys(declared).filter((name) => declared[name] === true && !found.includes(name));
  const undeclared = found.filter((name) => !Object.hasOwn(declared, name));
  expect({ missing, undeclared }).toEqual({ missing: [], undeclared: [] });
}

async function used() {
  const mock = createMock();
  const added = mock.faults.add({ status: 503 });
  await mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers: { authorization: 'Bearer svc_mock' } });
  return { mock, added };
}

test.each<[name: string, (mock: Mock) => object | undefined, declared: Record<PropertyKey, true | 'optional'>]>([
  ['the mock', (mock) => mock, mockMembers],
  ['mock.clientOptions', (mock) => mock.clientOptions, clientOptions],
  ['mock.world', (mock) => mock.world, world],
  ...Object.keys(world).map((name): [string, (mock: Mock) => object, typeof collection] => [
    `mock.world.${name}`,
    (mock) => mock.world[name as keyof Collections],
    collection,
  ]),
  ['mock.settings', (mock) => mock.settings, settings],
  ['mock.clock', (mock) => mock.clock, clock],
  ['mock.faults', (mock) => mock.faults, faults],
  ['mock.requests', (mock) => mock.requests, requests],
  ['a request of the log', (mock) => mock.requests.last(), entry],
  ['a step of why()', (mock) => mock.why()[0], whyStep],
  ['a snapshot', (mock) => mock.snapshot(), snapshot],
  ['a fault in the list', (mock) => mock.faults.all()[0], handle],
])('the members of %s are those of its declaration', async (_, get, declared) => {
  const { mock } = await used();
  expectMembers(get(mock), declared);
});

test('the members of an added fault are those of its declaration', async () => {
  const { mock, added } = await used();
  expectMembers(added, handle);
  expect(mock.faults.all()).toEqual([added]);
  expect(added.requests).toEqual([mock.requests.last()]);
});

test('mock.fetch has nothing but the mark that clients read', () => {
  expect(membersOf(createMock().fetch)).toEqual([Symbol.for('@issue-tracking/generation')]);
});

test('the members of a tenant are those of its declaration', async () => {
  const own = await createMock().tenant();
  expectMembers(own, tenant);
  expectMembers(own.clientOptions, clientOptions);
  expectMembers(own.faults, faults);
  expectMembers(own.requests, tenantRequests);
  expectMembers(own.faults.add({ status: 503 }), handle);
});

test.each([
  ['systemClock()', systemClock],
  ['virtualClock()', virtualClock],
  ['virtualClock({ auto: true })', () => virtualClock({ auto: true })],
])('the members of %s are those of its declaration', (_, create) => expectMembers(create(), clock));

test('the members of a server and of its requests are those of their declarations', async () => {
  const { promise, resolve } = Promise.withResolvers<ServedRequest>();
  await using running = await listen(createMock(), { onRequest: resolve });
  expectMembers(running, server);
  await fetch(`${running.url}/api/v1/projects`);
  expectMembers(await promise, served);
});

test('the members of the result of setupMock() are those of a server of MSW', () => {
  expect(membersOf(setupMock(createMock()))).toEqual(membersOf(setupServer()));
});

test('the members of a transport are those of its declaration', () => {
  const channel = { on: () => {}, off: () => {}, emit: () => {} };
  expectMembers(channelTransport(channel), transport);
});
