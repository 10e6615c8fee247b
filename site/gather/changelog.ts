import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../paths.ts';
import { rewriteLinks } from './links.ts';

/** The changelogs of the packages, and before them what the next release has: the changesets that wait. */
export function changelog(): string {
  const waiting = globSync('.changeset/*.md', { cwd: root })
    .filter((file) => basename(file) !== 'README.md')
    .sort()
    .map((file) => {
      const [, frontMatter = '', text = ''] =
        /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(root, file), 'utf8')) ?? [];
      const names = [...frontMatter.matchAll(/'(@issue-tracking\/[\w-]+)': (\w+)/g)].map(
        ([, name, bump]) => `\`${name}\` (${bump})`,
      );
      return `${names.join(', ')}\n\n${rewriteLinks(text.trim(), file)}`;
    });
  const released = ['sdk', 'mock', 'cli', 'model']
    .map((name) => `packages/${name}/CHANGELOG.md`)
    .filter((file) => existsSync(join(root, file)))
    .map((file) => rewriteLinks(readFileSync(join(root, file), 'utf8').replace(/^#/gm, '##'), file));
  return `---
editLink: false
---

# Changelog

Versions follow [semantic versioning](https://semver.org).

${waiting.length > 0 ? `## Not released yet\n\n${waiting.join('\n\n---\n\n')}\n` : ''}
${released.join('\n\n')}
`;
}
