import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../tools/spec-service/wire.ts';
import { isLong } from '../../../tools/testing/seeds.ts';
import { isJsonObject } from '../src/platform/json.ts';
import { anonymize, issueMembers } from '../src/world/anonymize.ts';
import { createReplacements, kept } from '../src/world/replacements.ts';
import * as everyMember from './every-member.ts';
import { run, runOnSpec, serviceOf, specService, worlds } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-anonymize-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A copied world, as it is written to a file. */
let original: Json;
beforeAll(async () => {
  const file = join(folder, 'world.json');
  await run(serviceOf(worlds.rich()), ['pull', '--project', 'prj_web', '-o', file]);
  original = JSON.parse(readFileSync(file, 'utf8'));
});

const issuesOf = (world: Json): Json[] => world.organizations[0].projects[0].issues;

/** Everything that is kept of an issue. */
function keptOf(issue: Json): Json {
  const { issueNumber, status, priority, createdAt, updatedAt, metadataSummary, viewportSize, techContext } = issue;
  const entries = (list: Json[], ...names: string[]) => list.map((entry) => names.map((name) => entry[name]));
  return {
    ...{ issueNumber, status, priority, createdAt, updatedAt, metadataSummary, viewportSize },
    labels: issue.labels.length,
    comments: entries(issue.comments, 'createdAt'),
    consoleLogs: entries(issue.consoleLogs, 'level', 'timestamp'),
    networkLogs: entries(issue.networkLogs, 'method', 'status', 'duration', 'timestamp'),
    screenshots: entries(issue.screenshots, 'width', 'height', 'createdAt'),
    userActions: entries(issue.userActions, 'type', 'timestamp'),
    viewport: techContext?.viewportSize,
    components: techContext?.reactComponentTree?.length,
    empty: Object.keys(issue).filter((name) => issue[name] === '' || issue[name] === null),
  };
}

test('anonymize() keeps statuses, priorities, levels, counts, order, times and sizes', () => {
  expect(issuesOf(anonymize(original)).map(keptOf)).toEqual(issuesOf(original).map(keptOf));
});

test('anonymize() is deterministic, and pull --anonymize writes its result', async () => {
  const file = join(folder, 'anonymous.json');
  await run(serviceOf(worlds.rich()), ['pull', '--project', 'prj_web', '-o', file, '--anonymize']);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(anonymize(original));
});

/** Every text of a value, names of members too. */
function textsIn(value: Json, found: string[] = []): string[] {
  if (typeof value === 'string') found.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      if (isJsonObject(value)) found.push(name);
      textsIn(member, found);
    }
  return found;
}

describe('anonymize() removes every secret', () => {
  const keptPaths = new Set(
    Object.entries(issueMembers(createReplacements()))
      .filter(([, replacement]) => replacement === kept)
      .map(([name]) => `.organizations.projects.issues.${name}`),
  );

  /** The same value with a secret of its own in each text and number, whatever the member, and with more members. */
  function planted(value: Json, secrets: Map<string | number, string>, path = ''): Json {
    const secret = () => `Geheim${secrets.size}Xy`;
    if (keptPaths.has(path)) return value;
    if (typeof value === 'string') {
      const own = secret();
      secrets.set(own, path);
      const shape = [value, `https://${own}.example/%47${own}`, `data:text/plain,${own}`];
      return `${shape[secrets.size % 3]} ${own}`;
    }
    if (typeof value === 'number') {
      const number = 4_917_000_000_000 + secrets.size;
      secrets.set(number, path);
      return number;
    }
    if (Array.isArray(value)) return value.map((entry) => planted(entry, secrets, path));
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [
      name,
      /^(shows|form|apiKeys)$/.test(name) ? member : planted(member, secrets, `${path}.${name}`),
    ]);
    if (path === '') return Object.fromEntries(members);
    const more = {
      [`watch${secret()}`]: { [secret()]: [secret(), 491_700_000_000] },
      phone: 4_917_012_345_678,
      at: secret(),
    };
    for (const added of [secret(), 491_700_000_000, 4_917_012_345_678]) secrets.set(added, `${path}, an added member`);
    return { ...Object.fromEntries(members), ...more };
  }

  const forms = (secret: string | number) => {
    const text = String(secret);
    const base64 = Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -1);
    return [text, encodeURIComponent(text), base64];
  };

  test('from all members of the model but those that are `kept`, and from added ones, plain or encoded', () => {
    const secrets = new Map<string | number, string>();
    const some = structuredClone(original);
    const [project] = some.organizations[0].projects;
    // Each secret is looked for in the whole text.
    if (!isLong) project.issues = project.issues.slice(0, 12);
    Object.assign(project, { ...everyMember.project, id: project.id });
    const shows = { list: Object.keys(everyMember.item), detail: Object.keys(everyMember.detail) };
    const { metadataSummary, issue } = everyMember;
    project.issues.push({ ...issue, metadataSummary, shows });
    const world = planted({ ...some, organizations: [some.organizations[0]] }, secrets);
    for (const issue of issuesOf(world)) issue.shows.list.push('phone', ...Object.keys(issue).slice(-3));
    const text = JSON.stringify(anonymize(world)).toLowerCase();
    expect(secrets.size).toBeGreaterThan(issuesOf(world).length);
    expect(JSON.stringify(world)).toContain('Geheim');
    const left = [...secrets].filter(([secret]) => forms(secret).some((form) => text.includes(form.toLowerCase())));
    expect(
      [...new Set(left.map(([, path]) => path))],
      'members whose replacement in src/world/anonymize.ts leaves a real value',
    ).toEqual([]);
    expect(text).not.toContain('geheim');
  });

  test('from the data of an independent implementation', async () => {
    const spec = specService();
    const [project] = spec.service.data.projects;
    if (!isLong) project?.issues.splice(12);
    for (const issue of project?.issues ?? []) {
      issue.title += ' Geheim';
      issue.labels.push('Geheim');
      for (const comment of issue.comments) comment.id += 'Geheim';
    }
    const { itemJson, issueJson } = spec.service;
    spec.service.itemJson = (issue) => ({ ...itemJson(issue), watchers: { 'geheim@example.org': 3 } });
    spec.service.issueJson = (issue) => ({ ...issueJson(issue), reporterPhone: 4_917_012_345_678 });
    const file = join(folder, 'spec.json');
    await runOnSpec(spec, ['pull', '--project', 'p-shop', '-o', file, '--anonymize']);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(
      /geheim|4917012345678|watchers|reporterPhone|Tracker Works|Moreau|files\.example|shop\.example/i,
    );
    const world = JSON.parse(text);
    expect(issuesOf(world)[0].shows.list).toContain(
      Object.keys(issuesOf(world)[0]).find((name) => /^member-/.test(name)),
    );
  });
});

test('each anonymized text comes from the demo world or is a numbered placeholder', () => {
  const demo = new Set(textsIn(demoWorld()));
  const shown = issuesOf(anonymize(original)).map(({ shows: _, ...issue }) => issue);
  const isNumbered = (text: string) =>
    /^(id|slug|member|value|version|name)-\d+$/.test(text) || /( |copy=)\d+$/.test(text);
  const isKept = (text: string) => /^\d{4}-\d\d-\d\dT|^\d+x\d+$/.test(text) || demo.has(text);
  const others = [...new Set(textsIn(shown))].filter((text) => text !== '' && !isKept(text) && !isNumbered(text));
  // The members of an issue, which the demo writes some of.
  expect(others.filter((text) => !/^[a-zA-Z]+$/.test(text))).toEqual([]);
});

test('anonymized screenshots come from the demo world, and URLs have valid percent-encoding', () => {
  const demo = new Set(textsIn(demoWorld()));
  const shots = issuesOf(anonymize(original)).flatMap(({ screenshots }) => screenshots);
  expect(shots).not.toEqual([]);
  for (const { url } of shots) expect(demo.has(url)).toBe(true);
  const addresses = textsIn(anonymize(original)).filter((text) => /^(https?|data):\S+$/.test(text));
  for (const address of addresses) expect(() => decodeURI(address)).not.toThrow();
});

test('equal labels, names and ids stay equal, and different ones stay different', () => {
  const pairs = new Map<string, string>();
  const back = new Map<string, string>();
  const meet = (kind: string, one: string, other: string) => {
    if (one === '') return;
    expect([kind, one, pairs.get(`${kind} ${one}`) ?? other]).toEqual([kind, one, other]);
    expect([kind, other, back.get(`${kind} ${other}`) ?? one]).toEqual([kind, other, one]);
    pairs.set(`${kind} ${one}`, other);
    back.set(`${kind} ${other}`, one);
  };
  const after = issuesOf(anonymize(original));
  for (const [i, issue] of issuesOf(original).entries()) {
    const other = after[i];
    for (const [at, label] of issue.labels.entries()) meet('label', label, other.labels[at]);
    meet('person', issue.reporterName, other.reporterName);
    meet('person', issue.assigneeName, other.assigneeName);
    for (const [at, { authorName }] of issue.comments.entries())
      meet('person', authorName, other.comments[at].authorName);
    meet('id', issue.id, other.id);
  }
  expect(pairs.size).toBeGreaterThan(issuesOf(original).length);
});

test('a mock with the anonymized world finds as many issues per filter as before', async () => {
  const world = anonymize(original);
  const mock = createMock({ world: world as Json, rateLimit: false });
  const [{ projects }] = world.organizations as Json;
  const ask = async (query: string) => {
    const path = `${mock.baseUrl}/api/v1/projects/${projects[0].id}/issues?${query}`;
    return (await mock.fetch(path, { headers: { authorization: 'Bearer svc_mock' } })).json();
  };
  expect((await ask('status=open')).total).toBe(issuesOf(original).filter(({ status }) => status === 'open').length);
  const [label] = issuesOf(original).flatMap(({ labels }) => labels);
  const at = issuesOf(original).findIndex(({ labels }) => labels[0] === label);
  const count = issuesOf(original).filter(({ labels }) => labels.includes(label)).length;
  expect((await ask(new URLSearchParams({ label: issuesOf(world)[at].labels[0] }).toString())).total).toBe(count);
});
