import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gathered, root, site } from '../paths.ts';
import { tree } from '../tree.ts';
import { benchmarkCharts } from './benchmark-charts.ts';
import { changelog } from './changelog.ts';
import { narrow, packageManagers } from './code.ts';
import { images, rewriteLinks } from './links.ts';
import { type Block, partsOf } from './markdown.ts';
import { openApiPage } from './open-api-page.ts';
import { type Runnable, runnablesOf } from './runnable.ts';

/** Gathers the site's pages from the repository into `.pages`, where VitePress reads them. */
export async function gather(): Promise<void> {
  // What VitePress or typedoc wrote there stays, so that a running `dev` sees single files change.
  mkdirSync(join(gathered, 'public/playground/snippets'), { recursive: true });
  for (const page of allPages()) {
    const markdown = readFileSync(join(root, page.source), 'utf8');
    write(`${page.path}.md`, await sitePage(markdown, page.source));
  }
  write('index.md', rewriteLinks(readFileSync(join(site, 'pages/index.md'), 'utf8'), 'site/pages/index.md'));
  write('project/decisions/index.md', decisionsIndex());
  write('project/changelog.md', changelog());
  write('reference/openapi.md', openApiPage());
  copyFileSync(join(root, 'docs/openapi.json'), join(gathered, 'public/openapi.json'));
  cpSync(join(site, 'public'), join(gathered, 'public'), { recursive: true });
  mkdirSync(join(gathered, 'public/images'), { recursive: true });
  for (const image of images) copyFileSync(join(root, image), join(gathered, 'public/images', basename(image)));
}

/** Empties `.pages`: a page that is gone from the repository goes from the site. */
export function clearGathered(): void {
  rmSync(gathered, { recursive: true, force: true });
}

/** Pages that are made from a file: those of the tree, and each decision. */
export function allPages(): { text: string; path: string; source: string }[] {
  const decisions = decisionFiles().map((source) => ({
    text: titleOf(source),
    path: `project/decisions/${basename(source, '.md')}`,
    source,
  }));
  return [
    ...tree.flatMap(({ pages }) => pages.flatMap((page) => (page.source ? [{ ...page, source: page.source }] : []))),
    ...decisions,
  ];
}

async function sitePage(markdown: string, source: string): Promise<string> {
  const parts = partsOf(markdown);
  const runnables = runnablesOf(source, parts);
  const chunks: string[] = [];
  for (const part of parts) {
    if (part.kind === 'prose') chunks.push(rewriteLinks(part.text, source));
    else chunks.push(await sitePart(part, runnables));
  }
  for (const runnable of runnables) if (runnable.inPage) await writeRunnable(runnable);
  const text = chunks.join('\n');
  const frontMatter = `source: ${source}\n`;
  const page = text.startsWith('---\n')
    ? text.replace('---\n', `---\n${frontMatter}`)
    : `---\n${frontMatter}---\n\n${text}`;
  return source === 'tools/bench/README.md' ? benchmarkCharts(page) : page;
}

async function sitePart(block: Block, runnables: Runnable[]): Promise<string> {
  const tabs = packageManagers(block);
  if (tabs) return tabs;
  if (block.language === 'mermaid') return `<MermaidDiagram code="${encodeURIComponent(block.code)}" />\n`;
  const code = await narrow(block);
  if (block.language === 'text') return `<div class="prints">\n\n\`\`\`text\n${code}\n\`\`\`\n\n</div>`;
  const module = block.language === 'ts' ? runnables.find(({ blocks }) => blocks.includes(block)) : undefined;
  if (!module) return `\`\`\`${block.language}\n${code}\n\`\`\``;
  const index = module.blocks.indexOf(block);
  const before = await Promise.all(module.blocks.slice(0, index).map(narrow));
  const hidden = before.length > 0 ? `${before.join('\n')}\n// ---cut---\n` : '';
  const run = module.inPage ? `\n<RunSnippet id="${module.id}" :block="${index}" />\n` : '';
  return `\`\`\`ts twoslash\n${hidden}${code}\n\`\`\`\n${run}`;
}

/** What 'Run' fetches: every block of the module, as the page shows it. */
async function writeRunnable({ id, snippet, blocks }: Runnable): Promise<void> {
  write(
    `public/playground/snippets/${id}.json`,
    JSON.stringify({ title: snippet.title, blocks: await Promise.all(blocks.map(narrow)) }),
  );
}

function decisionFiles(): string[] {
  return globSync('docs/contributing/decisions/*.md', { cwd: root }).sort();
}

function decisionsIndex(): string {
  const links = decisionFiles().map((source) => `- [${titleOf(source)}](./${basename(source)})`);
  return `---\neditLink: false\n---\n\n# Decisions\n\nWhy things are as they are, one page for each hard choice.\n\n${links.join('\n')}\n`;
}

function titleOf(source: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8'))?.[1] ?? basename(source, '.md');
}

/** Writes only what changed, so that `dev` reloads only that. */
function write(path: string, text: string): void {
  const file = join(gathered, path);
  mkdirSync(dirname(file), { recursive: true });
  try {
    if (readFileSync(file, 'utf8') === text) return;
  } catch {
    // Not there yet.
  }
  writeFileSync(file, text);
}
