/** A part of a page: prose, whose links are rewritten, or a block of code. */
export type Part = { kind: 'prose'; text: string } | Block;

export interface Block {
  kind: 'code';
  /** The first word after the opening fence; the second is `flag`. */
  language: string;
  flag: string;
  /** Line of the opening fence, from 1. */
  line: number;
  code: string;
}

/** Splits a page into prose and blocks, in their order. Blocks inside lists stay part of the prose. */
export function partsOf(markdown: string): Part[] {
  const parts: Part[] = [];
  const lines = markdown.split('\n');
  let prose: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const fence = /^```(\w*) ?([\w-]*)$/.exec(line);
    const end = fence ? lines.indexOf('```', index + 1) : -1;
    if (!fence || end < 0) {
      prose.push(line);
      continue;
    }
    parts.push({ kind: 'prose', text: prose.join('\n') });
    prose = [];
    const [, language = '', flag = ''] = fence;
    parts.push({ kind: 'code', language, flag, line: index + 1, code: lines.slice(index + 1, end).join('\n') });
    index = end;
  }
  return [...parts, { kind: 'prose', text: prose.join('\n') }];
}

/** Returns the anchor of a heading as GitHub makes it, so that links work there and on the site. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');
}

/** Escapes markup, and interpolations of Vue. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('{{', '&#123;&#123;');
}

/** Renders inline code, which breaks only after a space or a slash where CSS forbids other breaks. Vue interpolates nothing in it. */
export function inlineCode(content: string): string {
  return `<code v-pre>${escapeHtml(content).replace(/[ /]+(?=.)/g, '$&<wbr>')}</code>`;
}
