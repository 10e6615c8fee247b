import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('the site is built for the path at which GitHub Pages serves it', () => {
  const text = readFileSync(join(root, '.github/workflows/site.yml'), 'utf8');
  expect(text).toMatch(/^ +SITE_BASE: \$\{\{ steps\.pages\.outputs\.base_path \}\}$/m);
});

/** Checks beyond actionlint: secrets that a workflow could leak. */
describe.each(globSync('.github/workflows/*.yml', { cwd: root }))('%s', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const steps = text.split(/^ {6}- /m).slice(1);

  test('names actions by their commit, with the version beside it', () => {
    const used = [...text.matchAll(/uses: (.+)/g)].map(([, action = '']) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('leaves no token in a checkout', () => {
    for (const step of steps.filter((step) => step.includes('actions/checkout@')))
      expect(step).toContain('persist-credentials: false');
  });

  test('states the rights of its jobs, and no job that runs our code may write', () => {
    expect(text).toMatch(/^permissions:( \{\}|\n {2}contents: read)\n/m);
    for (const job of text
      .split(/^ {2}(?=\w[\w-]*:\n)/m)
      .filter((job) => /\.ci\/run|pnpm@\S+ (test|build|bench|compat|site)/.test(job)))
      expect(job.replace(/^permissions:[\s\S]*?\n(?=\w)/m, '')).not.toContain(': write');
  });

  test('puts no expression into a script', () => {
    for (const [line] of text.matchAll(/^ +(?:- )?run: .*$/gm)) expect(line).not.toContain('${{');
    expect(text).not.toMatch(/pull_request_target|workflow_run/);
  });
});
