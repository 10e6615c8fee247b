import { createMock } from '@issue-tracking/mock';
import '@issue-tracking/mock/matchers';
import { expect, test } from 'vitest';
import { client } from '../../test/fixture.ts';
import { serve } from '../../test/served.ts';

async function tenants() {
  const mock = createMock();
  const [one, other] = await Promise.all([mock.tenant({ issues: 1 }), mock.tenant({ issues: 1 })]);
  const of = ({ apiKey, project }: typeof one) => ({
    ...client(mock.fetch, mock.baseUrl, apiKey),
    issue: `/projects/${project.id}/issues/1`,
  });
  return { mock, one, other, asOne: of(one), asOther: of(other) };
}

test('a fault of a tenant applies only to requests of the tenant, on arrival too', async () => {
  const { mock, one, other, asOne, asOther } = await tenants();
  one.faults.add({ endpoint: 'issues.get', status: 500 });
  one.faults.add({ when: 'arrival', status: 502 });
  expect((await asOther.get(asOther.issue)).status).toBe(200);
  expect((await asOne.get('/projects')).status).toBe(502);
  expect(one.faults.unused().map(({ fault }) => fault.endpoint)).toEqual(['issues.get']);
  expect([mock.faults.list().length, one.faults.list().length, other.faults.list().length]).toEqual([1, 1, 0]);
  expect((await asOne.get(asOne.issue)).status).toBe(500);
  mock.faults.add({ tenant: other, status: 503 });
  one.faults.clear();
  expect([one.faults.all(), other.faults.all().length]).toEqual([[], 1]);
  expect((await asOne.get(asOne.issue)).status).toBe(200);
  expect((await asOther.get(asOther.issue)).status).toBe(503);
});

test('a fault of a tenant applies to requests with an access token for the tenant’s project', async () => {
  const { mock, one, other } = await tenants();
  const user = mock.world.users.create({ organizations: [one.organization.slug] });
  const { token } = mock.world.accessTokens.create({ userId: user.id });
  const asUser = client(mock.fetch, mock.baseUrl, token);
  one.faults.add({ status: 503 });
  other.faults.add({ status: 502 });
  expect((await asUser.get(`/projects/${other.project.id}/issues`)).status).toBe(404);
  expect((await asUser.get(`/projects/${one.project.id}/issues`)).status).toBe(503);
});

test('the request log and the matchers of a tenant cover only its own requests and faults', async () => {
  const { mock, one, other, asOne, asOther } = await tenants();
  await asOne.get(asOne.issue);
  await asOther.get('/projects');
  await asOne.get('/nothing');
  expect(one.requests.all().map(({ number }) => number)).toEqual([1, 3]);
  expect([one.requests.last()?.number, other.requests.last()?.number]).toEqual([3, 2]);
  expect(one.requests.find({ endpoint: 'projects.list' })).toEqual([]);
  expect(other.requests.find(({ method }) => method === 'GET')).toHaveLength(1);
  expect(one.requests.nearestMiss({ endpoint: 'projects.list' })?.entry.number).toBe(3);
  expect(mock.requests.all()).toHaveLength(3);
  expect(one).toHaveReceived('issues.get', { times: 1 });
  expect(other).not.toHaveReceived('issues.get');
  expect(other).toHaveNoErrorResponses();
  one.faults.add({ status: 500 });
  expect(other).toHaveNoUnusedFaults();
  expect(one).not.toHaveNoUnusedFaults();
});

test('over HTTP, a fault names a tenant by the id of its organization', async () => {
  const { control, get, as, mock } = await serve();
  const { organization, apiKey } = await mock.tenant();
  const tenant = organization.id;
  await control('faults.add', { tenant, status: 503 });
  expect((await control('faults.all')).body).toMatchObject([{ fault: { tenant, status: 503 } }]);
  expect((await get('/projects')).status).toBe(200);
  expect((await as(apiKey).get('/projects')).status).toBe(503);
});
