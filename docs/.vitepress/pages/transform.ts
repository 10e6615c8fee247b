import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { packageManagers } from './code.ts';
import { showEndpoints } from './endpoint-rows.ts';
import { leadLinks } from './links.ts';
import { type Block, partsOf } from './markdown.ts';
import { type Runnable, runnablesOf } from './runnable.ts';
import { unpublishedNote } from './unpublished.ts';

/**
 * Prepares a page for VitePress. The file itself is written for the code host. Here installations become tabs, each `ts`
 * block gets the blocks before it as hidden context for its hovers, and runnable blocks get a button. The first installation of
 * a page says what to do while the packages aren't published.
 *
 * @param source The page's file, from the root of the repository.
 * @param options Without `hovers` no block gets context, hovers or a button: the search needs none of them.
 */
export function transformPage(markdown: string, source: string, { hovers }: { hovers: boolean }): string {
  const parts = partsOf('\n'.repeat(linesOfFrontmatter(source)) + markdown);
  const runnables =
    hovers && /^docs\/(start|client|mock|recipes|reference\/behavior|index)/.test(source)
      ? runnablesOf(source, parts)
      : [];
  return parts
    .map((part) =>
      part.kind === 'prose'
        ? leadLinks(source === 'docs/reference/endpoints.md' ? showEndpoints(part.text) : part.text, source)
        : `${unpublishedNote(part, parts)}${codeBlock(part, runnables)}`,
    )
    .join('\n');
}

/** Counts the lines of frontmatter, which VitePress has removed, so that line numbers are those of the file. */
function linesOfFrontmatter(source: string): number {
  const [frontmatter = ''] = /^---\n[\s\S]*?\n---\n/.exec(readFileSync(join(root, source), 'utf8')) ?? [];
  return frontmatter.split('\n').length - 1;
}

function codeBlock(block: Block, runnables: Runnable[]): string {
  const tabs = packageManagers(block);
  if (tabs) return tabs;
  if (block.language === 'text') return `<div class="prints">\n\n\`\`\`text\n${block.code}\n\`\`\`\n\n</div>`;
  const module = block.language === 'ts' ? runnables.find(({ blocks }) => blocks.includes(block)) : undefined;
  const index = module ? module.blocks.indexOf(block) : -1;
  const before = module ? module.blocks.slice(0, index).map(({ code }) => code) : [];
  // Twoslash can't resolve other files of the reader's project.
  if (!module || [...before, block.code].some((code) => /['"]\.\.?\/|import\.meta/.test(code)))
    return `\`\`\`${block.language}\n${block.code}\n\`\`\``;
  const hidden = before.length > 0 ? `${before.join('\n')}\n// ---cut---\n` : '';
  const run = module.inPage ? `\n<RunSnippet id="${module.id}" :block="${index}" />\n` : '';
  return `\`\`\`ts twoslash\n${hidden}${block.code}\n\`\`\`\n${run}`;
}
