import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Job {
  /** File and name, such as `release.yml publish`. */
  readonly name: string;
  /** Without comments. */
  readonly text: string;
}

const jobs: Job[] = globSync('.github/workflows/*.yml', { cwd: root }).flatMap((path) => {
  const [, all = ''] = readFileSync(join(root, path), 'utf8')
    .replaceAll(/ *# .*$/gm, '')
    .split(/^jobs:\n/m);
  return all
    .split(/^ {2}(?=\w[\w-]*:\n)/m)
    .slice(1)
    .map((text) => ({ name: `${basename(path)} ${text.slice(0, text.indexOf(':'))}`, text }));
});
const named = (pattern: RegExp) => jobs.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

test('the site is built for the base path of GitHub Pages', () => {
  expect(named(/^ +SITE_BASE: \$\{\{ steps\.pages\.outputs\.base_path \}\}$/m)).toEqual(['site.yml build']);
});

test('only these jobs can publish, and no other has more than read permission', () => {
  const identified = ['release.yml publish', 'site.yml deploy'];
  expect(named(/id-token: write/)).toEqual(identified);
  expect(named(/: write/)).toEqual(identified);
});

test('a job that can publish has no checkout, installs nothing, and runs npm publish or nothing', () => {
  for (const { name, text } of jobs.filter(({ text }) => text.includes('id-token'))) {
    expect(text, name).not.toMatch(/actions\/checkout|corepack|pnpm|npx|npm (ci|i|install|exec)|\bnode [^-]/);
    const commands = text.match(/^ +(- )?run: [\s\S]*?(?=^ {6}- |(?![\s\S]))/gm) ?? [];
    expect(commands.every((command) => /^ +npm publish "\$tarball" --provenance /m.test(command))).toBe(true);
  }
});

test('a release runs tests and builds on different machines, and publishes what both builds agree on', () => {
  const job = (name: string) => jobs.find((job) => job.name === `release.yml ${name}`)?.text ?? '';
  expect(named(/\.ci\/run|pnpm (test|check|bench|compat|site)/)).not.toContain('release.yml pack');
  expect(job('pack')).toMatch(/pnpm install --frozen-lockfile --ignore-scripts --filter '\.\/packages\/\*'\n/);
  expect(job('pack')).toMatch(/copy: \[first, second\]\n/);
  expect(job('compare')).toMatch(/diff --recursive first second\n/);
  expect(job('publish')).toMatch(/permissions:\n {6}id-token: write\n {4}\w/);
  expect(job('publish')).toMatch(/needs: \[test, pack, compare\]\n/);
  expect(job('publish')).toMatch(/artifact-ids: \$\{\{ needs\.pack\.outputs\.first \}\}\n/);
});

test('pnpm is compared with the hash of package.json in each job', () => {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[\da-f]{128}$/);
  expect(named(/npx|\.ci\/run(?!\n {8}env:\n {10}PNPM: pnpm\n)/)).toEqual([]);
  const users = jobs.filter(({ text }) => /: pnpm\b/.test(text));
  expect(users.length).toBeGreaterThan(5);
  for (const { name, text } of users) {
    const [before = ''] = text.split(/: pnpm\b/);
    expect(before, name).toMatch(/node-version: 24[\s\S]*- run: corepack enable pnpm\n/);
  }
});

test('each place that names a version of pnpm names the one of package.json', () => {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const places = [
    '*.md',
    '.ci/run',
    '.github/**/*.{md,yml}',
    '{docs,examples,packages,tools}/**/{*.{md,mjs,ts,json},Dockerfile}',
  ];
  const named = globSync(places, { cwd: root, exclude: ['**/{node_modules,dist}/**'] }).flatMap((path) => {
    const versions = readFileSync(join(root, path), 'utf8').match(/\bpnpm@\d+\.\d+\.\d+/g) ?? [];
    return versions.map((version) => `${path}: ${version}`);
  });
  const [present] = packageManager.split('+');
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((place) => !place.endsWith(`: ${present}`))).toEqual([]);
});

test('Dependabot updates each lockfile', () => {
  const [, list = ''] = /directories: \[(.*)\]/.exec(readFileSync(join(root, '.github/dependabot.yml'), 'utf8')) ?? [];
  const lockfiles = globSync('{.,{docs,examples,packages,tools}/**,docs/.*}/pnpm-lock.yaml', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  expect(list.replaceAll("'", '').split(', ').toSorted()).toEqual(
    lockfiles.map((path) => posix.join('/', dirname(path.replaceAll('\\', '/')))).toSorted(),
  );
});

/** Checks beyond actionlint: secrets that a workflow could leak. */
describe.each(globSync('.github/workflows/*.yml', { cwd: root }))('%s', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const steps = text.split(/^ {6}- /m).slice(1);

  test('pins actions by commit, with the version in a comment', () => {
    const used = [...text.matchAll(/uses: (.+)/g)].map(([, action = '']) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('does not persist credentials in a checkout', () => {
    for (const step of steps.filter((step) => step.includes('actions/checkout@')))
      expect(step).toContain('persist-credentials: false');
  });

  test('has no default write permissions', () => {
    expect(text).toMatch(/^permissions:( \{\}|\n {2}contents: read)\n/m);
  });

  test('has no expression in a one-line script, and no trigger with access to secrets of forks', () => {
    for (const [line] of text.matchAll(/^ +(?:- )?run: .*$/gm)) expect(line).not.toContain('${{');
    expect(text).not.toMatch(/pull_request_target|workflow_run/);
  });
});
