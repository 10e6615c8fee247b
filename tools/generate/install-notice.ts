/** Tells readers how to get the packages while npm doesn't have them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether npm has the packages. The first release sets this to `true`, and `pnpm generate` removes the notice everywhere. */
const published = false;

const root = join(import.meta.dirname, '../..');
const { packageManager, bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The notice is one line of a page; everything that begins like it is replaced or removed. */
const anyNotice = /^> \*\*Not on npm yet\.\*\*.*\n\n?/gm;
const notice = `> **Not on npm yet.** Run \`npx -y ${packageManager} release tarballs\` in a clone of [the repository](${bugs.replace('/issues', '')}). It packs the packages and prints their paths. Install these paths instead of the \`@issue-tracking\` names.`;

/** A command that finds the packages only on npm: an installation, `npx`, and a copy of an example, which depends on them. */
const needsNpm = /^(npm install .*@issue-tracking\/|npx (--package @issue-tracking\/\S+ )?issue-tracking|npx degit )/;

/** Returns the pages for users, by their path in the repository. */
export function userPages(): string[] {
  return globSync(
    [
      'README.md',
      'docs/*.md',
      'docs/{start,client,mock,recipes,reference}/*.md',
      'packages/*/README.md',
      'examples/README.md',
      'examples/*/README.md',
    ],
    { cwd: root },
  ).sort();
}

/** Puts the notice above the first command that needs npm, or takes it out of the page if the packages are published. */
export function withInstallNotice(page: string, isPublished = published): string {
  const lines = page.replaceAll(anyNotice, '').split('\n');
  const at = isPublished ? -1 : firstCommand(lines);
  return (at < 0 ? lines : [...lines.slice(0, at), notice, '', ...lines.slice(at)]).join('\n');
}

/** Returns the line of the shell block with the first such command, or of the comment above that block. */
function firstCommand(lines: string[]): number {
  let fence: number | undefined;
  for (const [at, line] of lines.entries()) {
    if (fence === undefined && line.startsWith('```')) fence = at;
    else if (line === '```') fence = undefined;
    else if (fence !== undefined && lines[fence] === '```sh' && needsNpm.test(line))
      return lines[fence - 1]?.startsWith('<!-- ') ? fence - 1 : fence;
  }
  return -1;
}
