import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HeadConfig, PageData } from 'vitepress';
import { base, docs, siteUrl } from '../paths.ts';

/** Longest description that search engines and previews show whole, in characters. */
const longest = 200;

/**
 * Gives a page its own title, description and address, and what a preview of its link shows. The description is the page's first
 * paragraph; `description` in its frontmatter replaces it.
 */
export function setPageHead(page: PageData): void {
  const markdown = page.filePath.endsWith('.md') ? readFileSync(join(docs, page.filePath), 'utf8') : '';
  const about = firstParagraph(markdown);
  const module = importOf(page.relativePath);
  if (module && !page.title.includes(module)) {
    const name = page.title.replace(/^[\w ]+: /, '');
    page.title = `${name} · ${module}`;
    // Two modules export some of the same names.
    page.description = `${name} of ${module}: ${about}`;
  }
  page.description ||= about.replace(/:$/, '.');
  const url = `${siteUrl}${base}${page.relativePath.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`;
  const head: HeadConfig[] = [
    ['link', { rel: 'canonical', href: url }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:url', content: url }],
    ['meta', { property: 'og:title', content: page.title }],
    ['meta', { property: 'og:description', content: page.description }],
    ['meta', { property: 'og:image', content: `${siteUrl}${base}card.png` }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ];
  if (!page.isNotFound) page.frontmatter['head'] = [...(page.frontmatter['head'] ?? []), ...head];
}

/** Returns the import that an API page documents: `@issue-tracking/sdk/redis`. */
function importOf(path: string): string | undefined {
  return /^reference\/api\/(@.+?)\/(?:index\.md|(?:classes|functions|interfaces|type-aliases|variables)\/)/.exec(
    path,
  )?.[1];
}

/** Returns a page's first paragraph as plain text, cut after a sentence or a word. */
export function firstParagraph(markdown: string): string {
  const prose = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^[\s\S]*?^# .*$/m, '');
  const paragraph = prose
    .split(/\n\s*\n/)
    .find((part) => /^[A-Z`'[(]/.test(part.trim()) && !part.trim().startsWith('Defined in:'));
  return shortened(plainText(paragraph ?? ''));
}

function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/\*+|`/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function shortened(text: string): string {
  if (text.length <= longest) return text;
  const start = text.slice(0, longest);
  const sentences = /^.*[.!?](?= )/.exec(start)?.[0];
  return sentences && sentences.length > 60 ? sentences : `${start.slice(0, start.lastIndexOf(' '))} …`;
}
