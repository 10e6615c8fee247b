import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pnpm } from '../project/pack.ts';

const root = join(import.meta.dirname, '../..');
const run = (...args: string[]) => execFileSync(pnpm, args, { cwd: root, stdio: 'inherit' });

run('changeset', 'version');
// Users copy the examples, so these name the new version, and the lockfile names it too.
const { version } = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8'));
for (const path of globSync('examples/*/package.json', { cwd: root })) {
  const manifest = readFileSync(join(root, path), 'utf8');
  writeFileSync(join(root, path), manifest.replace(/("@issue-tracking\/\w+": ")[^"]+/g, `$1^${version}`));
}
run('install', '--lockfile-only');
