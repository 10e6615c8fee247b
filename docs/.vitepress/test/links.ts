import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { base, codeHost, dist, root } from '../paths.ts';

/**
 * Checks every link, image, script and anchor of the built site, and links into the repository on the code host. Links to
 * other sites aren't checked. Returns a line for each broken link.
 */
export function checkLinks(): string[] {
  const anchors = new Map<string, Set<string>>();
  const files = globSync('**/*.html', { cwd: dist });
  for (const file of files) anchors.set(file, anchorsOf(readFileSync(join(dist, file), 'utf8')));
  const broken: string[] = [];
  const check = (from: string, target: string): void => {
    if (target.startsWith(`${codeHost}/`)) {
      const [, kind, path = ''] = /^\/(blob|tree|edit)\/main\/([^#]*)/.exec(target.slice(codeHost.length)) ?? [];
      if (kind && !existsSync(join(root, decodeURI(path)))) broken.push(`${from}: ${target}`);
      return;
    }
    if (/^[\w+.-]+:|^\/\//.test(target)) return;
    const [path = '', anchor] = target.split('#');
    const [bare = ''] = path.split('?');
    // The host serves the site only below its path.
    if (bare.startsWith('/') && !bare.startsWith(base))
      return void broken.push(`${from}: ${target} is not below ${base}`);
    const absolute = bare.startsWith('/') ? bare.slice(base.length) : posix.join(dirname(from), bare);
    const file = fileOf(bare === '' ? from : decodeURI(absolute));
    if (!file) broken.push(`${from}: ${target}`);
    else if (anchor && file.endsWith('.html') && !anchors.get(file)?.has(decodeURIComponent(anchor)))
      broken.push(`${from}: ${target}, the page has no such anchor`);
  };
  for (const file of files) {
    // The text of code is no markup, but for what twoslash puts into it.
    const html = readFileSync(join(dist, file), 'utf8');
    for (const [, target = ''] of html.matchAll(/\s(?:href|src)="([^"]*)"/g))
      check(file, target.replaceAll('&amp;', '&'));
  }
  for (const file of ['llms.txt', 'llms-full.txt', ...globSync('**/*.md', { cwd: dist })]) {
    const prose = readFileSync(join(dist, file), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) if (target.startsWith('/')) check(file, target);
  }
  return [...new Set(broken)];
}

function anchorsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id.replaceAll('&amp;', '&')));
}

/** Resolves a path as a static host does: to the file, the page of that name, or the folder's index. */
function fileOf(path: string): string | undefined {
  const clean = path.replace(/^\.?\/?/, '');
  return [clean, `${clean}.html`, posix.join(clean, 'index.html')].find(
    (file) => file !== '' && existsSync(join(dist, file)) && statSync(join(dist, file)).isFile(),
  );
}

if (import.meta.main) {
  const broken = checkLinks();
  console.log(broken.length === 0 ? 'No link is broken.' : broken.join('\n'));
  process.exitCode = broken.length === 0 ? 0 : 1;
}
