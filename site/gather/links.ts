import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { codeHost, root } from '../paths.ts';
import { tree } from '../tree.ts';

const pages = tree.flatMap(({ pages }) => pages);

/** Site paths by the file that they are made from. A folder stands for its README, as on a code host. */
const sitePaths = new Map<string, string>([
  ['README.md', ''],
  ['docs/README.md', ''],
  ...pages.flatMap(({ path, source }): [string, string][] => {
    const url = path.replace(/(^|\/)index$/, '$1');
    if (!source) return [];
    return source.endsWith('/README.md')
      ? [
          [source, url],
          [posix.dirname(source), url],
        ]
      : [[source, url]];
  }),
  ['docs/openapi.json', 'openapi.json'],
]);

/** Decisions are found by their folder, so that a new one needs no line in the tree. */
function sitePathOf(file: string): string | undefined {
  const [, decision] = /^docs\/contributing\/decisions\/(.+)\.md$/.exec(file) ?? [];
  return decision ? `project/decisions/${decision}` : sitePaths.get(file);
}

/** Every image that a page shows, from the root of the repository; they are copied. */
export const images = new Set<string>();

/**
 * Leads the links and images of `prose`, which stands in the file `source`, to pages of the site, and to the code host
 * where the site has none.
 *
 * @throws Error for a link to a file that does not exist.
 */
export function rewriteLinks(prose: string, source: string): string {
  return (
    prose
      .replace(/\]\((?!\w+:|#)([^)\s]+)\)/g, (_whole, target: string) => `](${lead(target, source)})`)
      // READMEs of packages are read on the registry too, where only whole addresses lead anywhere.
      .replaceAll(ownFiles, (_whole, target: string) => `](${lead(`/${target}`, source)})`)
      .replace(
        /(<(?:img|source)\b[^>]*?\s(?:src|srcset)=")([^":]+)"/g,
        (_whole, start: string, target: string) => `${start}${lead(target, source)}"`,
      )
  );
}

const ownFiles = new RegExp(`\\]\\(${codeHost.replaceAll('.', '\\.')}/(?:blob|tree)/main/([^)\\s]+)\\)`, 'g');

/** Where a link of the file `source` leads; one that begins with `/` is relative to the root of the repository. */
function lead(target: string, source: string): string {
  const [path = '', anchor] = target.split('#');
  const file = posix
    .normalize(path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(source), path))
    .replace(/\/$/, '');
  if (!existsSync(join(root, file)))
    throw new Error(`${source}: the link ${target} leads to ${file}, which does not exist`);
  if (/\.(png|jpg|svg|gif|webp)$/.test(file)) {
    images.add(file);
    return `/images/${posix.basename(file)}`;
  }
  const page = sitePathOf(file);
  // The lists of guides in the READMEs are the sidebar here.
  if (page !== undefined) return `/${page}${anchor && page ? `#${anchor}` : ''}`;
  const kind = statSync(join(root, file)).isDirectory() ? 'tree' : 'blob';
  return `${codeHost}/${kind}/main/${file}${anchor ? `#${anchor}` : ''}`;
}
