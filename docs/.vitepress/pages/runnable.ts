import { type Snippet, snippetsOf } from '../../../tools/doc-test/snippets.ts';
import { modules } from '../playground/modules.ts';
import type { Block, Part } from './markdown.ts';

/** The `ts` blocks of a page that are one module, as `tools/doc-test/snippets.ts` divides and runs them. */
export interface Runnable {
  /** File name and key: `docs-guides-pagination-5`. */
  id: string;
  snippet: Snippet;
  blocks: Block[];
  /** Whether the playground can run the module: it has all imports, and no member is used that needs MSW. */
  inPage: boolean;
}

/** Returns the modules of the page `source`, which has these parts. */
export function runnablesOf(source: string, parts: Part[]): Runnable[] {
  const blocks = parts.filter((part) => part.kind === 'code').filter(({ language }) => language === 'ts');
  const snippets = snippetsOf(source);
  return snippets.map((snippet, index) => {
    const start = firstLine(snippet);
    const next = snippets[index + 1];
    const end = next ? firstLine(next) : Number.POSITIVE_INFINITY;
    return {
      id: snippet.title.replace(/\.md:/, '-').replaceAll('/', '-'),
      snippet,
      blocks: blocks.filter(({ line }) => line >= start && line < end),
      inPage:
        snippet.runs &&
        importsOf(snippet.code).every((name) => modules.includes(name)) &&
        !/\bmock\.(world|handlers)\b/.test(snippet.code),
    };
  });
}

function firstLine({ title }: Snippet): number {
  return Number(title.slice(title.lastIndexOf(':') + 1));
}

function importsOf(code: string): string[] {
  return [...code.matchAll(/\bfrom '([^']+)'/g)].map(([, name = '']) => name);
}
