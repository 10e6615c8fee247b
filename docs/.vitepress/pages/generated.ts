import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docs, root } from '../paths.ts';
import { bundlePlayground } from '../playground/bundle.ts';
import { partsOf } from './markdown.ts';
import { openApiPage, operationPrograms } from './open-api-page.ts';
import { writeReference } from './reference.ts';
import { runnablesOf } from './runnable.ts';

/** Folders of the pages whose code is run. */
export const runnablePages = ['start', 'client', 'mock', 'recipes', 'reference'];

/** Writes the generated files of the site, all of which git ignores. */
export async function writeGenerated(): Promise<void> {
  writeFileSync(join(docs, 'reference/openapi.md'), openApiPage());
  writeSnippets();
  await bundlePlayground();
  await writeReference();
}

/** Writes the blocks of each runnable module, and a program for each endpoint, into the file that the playground fetches. */
function writeSnippets(): void {
  const folder = join(docs, 'public/playground/snippets');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { runnable } of allRunnables()) {
    const blocks = runnable.blocks.map(({ code }) => code);
    writeFileSync(join(folder, `${runnable.id}.json`), JSON.stringify({ title: runnable.snippet.title, blocks }));
  }
  for (const [name, program] of Object.entries(operationPrograms()))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ title: name, blocks: [program] }));
}

/** Returns every module with a 'Run' on the site, and its page. */
export function allRunnables() {
  return globSync(['docs/index.md', `docs/{${runnablePages.join(',')}}/*.md`], { cwd: root })
    .sort()
    .flatMap((source) =>
      runnablesOf(source, partsOf(readFileSync(join(root, source), 'utf8')))
        .filter(({ inPage }) => inPage)
        .map((runnable) => ({ source, path: source.replace(/^docs\/|\.md$/g, ''), runnable })),
    );
}
