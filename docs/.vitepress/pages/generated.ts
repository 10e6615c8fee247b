import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docs, root } from '../paths.ts';
import { bundlePlayground } from '../playground/bundle.ts';
import { partsOf } from './markdown.ts';
import { openApiPage } from './open-api-page.ts';
import { writeReference } from './reference.ts';
import { runnablesOf } from './runnable.ts';

/** Pages with code that is run. */
export const runnablePages = ['start', 'client', 'mock', 'recipes', 'reference'];

/** Writes what the site has besides its pages, into places that git ignores. */
export async function writeGenerated(): Promise<void> {
  writeFileSync(join(docs, 'reference/openapi.md'), openApiPage());
  writeSnippets();
  await bundlePlayground();
  await writeReference();
}

/** For each module of a page that a page can run, its blocks: what 'Run' fetches. */
function writeSnippets(): void {
  const folder = join(docs, 'public/playground/snippets');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { runnable } of allRunnables()) {
    const blocks = runnable.blocks.map(({ code }) => code);
    writeFileSync(join(folder, `${runnable.id}.json`), JSON.stringify({ title: runnable.snippet.title, blocks }));
  }
}

/** Every module that has a 'Run' on the site, with its page. */
export function allRunnables() {
  return globSync(['docs/index.md', `docs/{${runnablePages.join(',')}}/*.md`], { cwd: root })
    .sort()
    .flatMap((source) =>
      runnablesOf(source, partsOf(readFileSync(join(root, source), 'utf8')))
        .filter(({ inPage }) => inPage)
        .map((runnable) => ({ source, path: source.replace(/^docs\/|\.md$/g, ''), runnable })),
    );
}
