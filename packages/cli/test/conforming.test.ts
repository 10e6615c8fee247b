import { type Endpoint, endpoints, fillPath, parsePath } from '@issue-tracking/model';
import { expect, test } from 'vitest';
import { key } from '../../../tools/spec-service/data.ts';
import { randomFrom } from '../../../tools/testing/random.ts';
import { isLong, seeds } from '../../../tools/testing/seeds.ts';
import { choices } from './choices.ts';
import { brokenIn, onSpecIssue, type Report } from './compare-broken-service.ts';
import { runOnSpec, specService } from './fixture.ts';

test('the reference service, which is written by hand, has each endpoint [GEN-1]', async () => {
  const { service } = specService();
  const missing = [];
  for (const [name, { method, path }] of Object.entries<Endpoint>(endpoints)) {
    const others = parsePath(path).map(({ param = '' }) => [param, 'none']);
    const params = { ...Object.fromEntries(others), projectId: 'p-shop', issueNumber: '1' };
    const url = service.baseUrl + fillPath(path, params);
    const body = method === 'GET' ? {} : { body: '{}' };
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await service.fetch(url, { method, headers, ...body });
    // A path that the service has fails otherwise.
    if ((await response.text()).includes('"Not found"')) missing.push(name);
  }
  expect(missing, 'tools/spec-service/service.ts').toEqual([]);
});

/** Compares a service that makes these choices with writes, which follow the reads; in the long run also with reads alone. */
async function verdicts(made: readonly string[]) {
  const found = [];
  for (const flags of isLong ? [['--project', 'p-shop'], onSpecIssue] : [onSpecIssue]) {
    const spec = specService();
    for (const choice of made) choices[choice]?.(spec.service);
    const { code, out, error } = await runOnSpec(spec, ['compare', '--json', ...flags]);
    const report: Report = JSON.parse(out);
    expect(report.ended, error).toBeUndefined();
    found.push({ code, broken: brokenIn(report), drift: report.drift, warnings: report.warnings });
  }
  return found;
}

const names = Object.keys(choices);
const groups = Math.ceil(names.length / 12);
/** Services that make twelve choices each; each choice is made once. */
const conforming = Array.from({ length: groups }, (_, group) => names.filter((_, at) => at % groups === group));

/** Once reported as a violation: a read lagged behind, and equal times did not tell which state was later. */
const behind = [
  'only some statuses follow another',
  'reads are three seconds behind',
  'numbers that leave gaps',
  'updates count in whole seconds',
];

test.each([...conforming, behind].map((made) => ({ made })))(
  'compare reports no violation by a conforming service with the choices $made',
  async ({ made }) => {
    for (const { code, broken, drift, warnings } of await verdicts(made)) {
      expect(broken).toEqual([]);
      expect(warnings).toEqual([]);
      expect(code).toBe(drift.length > 0 ? 1 : 0);
      expect(drift.length > 0).toBe(made.includes('members that v1 does not have'));
    }
  },
);

test.each(seeds(0, 150))(
  'compare reports no violation by a conforming service with random choices (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    const made = Array.from({ length: 8 }, () => random.pick(names));
    for (const { broken } of await verdicts(made)) expect([made, broken]).toEqual([made, []]);
  },
);
