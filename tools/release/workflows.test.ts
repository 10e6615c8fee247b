import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('the site is built for the base path of GitHub Pages', () => {
  const text = readFileSync(join(root, '.github/workflows/site.yml'), 'utf8');
  expect(text).toMatch(/^ +SITE_BASE: \$\{\{ steps\.pages\.outputs\.base_path \}\}$/m);
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

  test('has no default write permissions, and no write permission in a job that runs code of the repository', () => {
    expect(text).toMatch(/^permissions:( \{\}|\n {2}contents: read)\n/m);
    for (const job of text
      .split(/^ {2}(?=\w[\w-]*:\n)/m)
      .filter((job) => /\.ci\/run|pnpm@\S+ (test|build|bench|compat|site)/.test(job)))
      expect(job.replace(/^permissions:[\s\S]*?\n(?=\w)/m, '')).not.toContain(': write');
  });

  test('has no expression in a one-line script, and no trigger with access to secrets of forks', () => {
    for (const [line] of text.matchAll(/^ +(?:- )?run: .*$/gm)) expect(line).not.toContain('${{');
    expect(text).not.toMatch(/pull_request_target|workflow_run/);
  });
});
