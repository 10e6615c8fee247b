import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync('examples/*/{package.json,tsconfig.json,README.md,*.ts,.storybook/*.ts}', { cwd: root });
const { version } = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8'));

test.each(files)('%s does not depend on files or catalogs of the repository', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  for (const inside of ['workspace:', 'catalog:', '@issue-tracking/source', '../..', '](../']) {
    expect(text, `${path} has ${inside}`).not.toContain(inside);
  }
});

test.each(globSync('examples/*/package.json', { cwd: root }))(
  '%s depends on the current version of the packages',
  (path) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, path), 'utf8'));
    const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith('@issue-tracking/'),
    );
    expect(ours.length).toBeGreaterThan(0);
    for (const [name, range] of ours) expect(range, name).toBe(`^${version}`);
  },
);

test.each(globSync('examples/*/README.md', { cwd: root }))('%s says how to copy its folder', (path) => {
  const folder = path.replaceAll('\\', '/').replace('/README.md', '');
  expect(readFileSync(join(root, path), 'utf8')).toContain(`npx degit issue-tracking/issue-tracking/${folder} `);
});
