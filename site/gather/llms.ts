import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dist, gathered, root } from '../paths.ts';
import { tree } from '../tree.ts';
import { rewriteLinks } from './links.ts';
import { partsOf } from './markdown.ts';

/**
 * Writes `llms.txt`, a list of every page with its first sentence; each page as Markdown beside its HTML; and
 * `llms-full.txt`, all pages in one file.
 */
export function writeLlmsTxt(): void {
  const full: string[] = [];
  const groups = tree.map(({ text, pages }) => {
    const lines = pages
      .filter(({ path }) => path !== 'playground')
      .map(({ text, path, source }) => {
        const markdown = source
          ? plainPage(source)
          : readFileSync(join(gathered, `${path}.md`), 'utf8').replace(/^---[\s\S]*?---\n+/, '');
        const file = join(dist, `${path}.md`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, markdown);
        // The reference of every name is long, and each editor has it in its hovers.
        if (path !== 'reference/api/index') full.push(markdown);
        return `- [${text}](/${path}.md): ${firstSentence(markdown)}`;
      });
    return `## ${text}\n\n${lines.join('\n')}`;
  });
  const about =
    'A typed TypeScript client (`@issue-tracking/sdk`) for the Issue Tracking Public API v1, and a mock of the whole service in memory (`@issue-tracking/mock`).';
  writeFileSync(
    join(dist, 'llms.txt'),
    `# Issue Tracking SDK and mock\n\n> ${about}\n\n${groups.join('\n\n')}\n\n## Optional\n\n- [All pages in one file](/llms-full.txt)\n- [OpenAPI](/openapi.json)\n`,
  );
  writeFileSync(join(dist, 'llms-full.txt'), `${full.join('\n\n')}\n`);
}

function plainPage(source: string): string {
  return partsOf(readFileSync(join(root, source), 'utf8'))
    .map((part) =>
      part.kind === 'prose' ? rewriteLinks(part.text, source) : `\`\`\`${part.language}\n${part.code}\n\`\`\``,
    )
    .join('\n');
}

/** The first sentence of the first paragraph, in plain words. */
function firstSentence(markdown: string): string {
  const paragraph = markdown.split('\n\n').find((text) => /^[A-Z`[*]/.test(text.trim())) ?? '';
  const plain = paragraph
    .replaceAll('\n', ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('*', '');
  return (/^.*?\.(?= |$)/.exec(plain)?.[0] ?? plain).replace(/:$/, '.');
}
