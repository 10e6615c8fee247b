import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pnpm } from '../project/pack.ts';

const root = join(import.meta.dirname, '../..');

/** Sets the version of packages and examples, and heads the unreleased lines of the changelogs with it. */
export function setVersion(version: string): void {
  rewrite('packages/*/package.json', (text) => text.replace(/("version": ")[^"]+/, `$1${version}`));
  rewrite('packages/*/CHANGELOG.md', (text) => releaseChangelog(text, version));
  // Users copy the examples, so these name the version, and the lockfile names it too.
  rewrite('examples/*/package.json', (text) => text.replace(/("@issue-tracking\/\w+": ")[^"]+/g, `$1^${version}`));
  execFileSync(pnpm, ['install', '--lockfile-only'], { cwd: root, stdio: 'inherit' });
}

/** Returns a changelog whose `## Unreleased` is the version. The packages share their version, so one may have no changes. */
export function releaseChangelog(text: string, version: string): string {
  const heading = `## ${version}\n`;
  if (text.includes(heading)) return text;
  if (text.includes('## Unreleased\n')) return text.replace('## Unreleased\n', heading);
  return text.replace(/(?=^## )/m, `${heading}\nNothing changed but the version.\n\n`);
}

function rewrite(pattern: string, change: (text: string) => string): void {
  for (const path of globSync(pattern, { cwd: root })) {
    const file = join(root, path);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
}
