import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { codeHost, root } from '../paths.ts';

/**
 * Rewrites the links of a page. Links to files outside the site lead to the code host. Absolute links to pages, which the
 * READMEs of packages need, become links within the site.
 *
 * @param source The page's file, from the root of the repository.
 * @throws Error for a link to a file that does not exist.
 */
export function leadLinks(prose: string, source: string): string {
  return prose.replace(/\]\((?!#|\/)([^)\s]+)\)/g, (whole, target: string) => {
    if (target.startsWith(ownFiles)) return `](${lead(target.slice(ownFiles.length), 'README.md', target)})`;
    return /^\w+:/.test(target) ? whole : `](${lead(target, source, target)})`;
  });
}

const ownFiles = `${codeHost}/blob/main/`;

function lead(target: string, source: string, asWritten: string): string {
  const [path = '', anchor] = target.split('#');
  const file = posix.normalize(posix.join(posix.dirname(source), path)).replace(/\/$/, '');
  if (!existsSync(join(root, file))) throw new Error(`${source}: broken link to ${file}`);
  const hash = anchor ? `#${anchor}` : '';
  if (file === 'docs/README.md' || file === 'README.md') return '/';
  if (file === 'docs/openapi.json') return '/openapi.json';
  if (/^docs\/(?!contributing\/).+\.(md|png|webp|svg)$/.test(file)) {
    return asWritten.startsWith(ownFiles) ? `/${file.replace(/^docs\//, '')}${hash}` : asWritten;
  }
  const kind = statSync(join(root, file)).isDirectory() ? 'tree' : 'blob';
  return `${codeHost}/${kind}/main/${file}${hash}`;
}
