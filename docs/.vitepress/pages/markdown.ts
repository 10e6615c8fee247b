/** A page taken apart: prose, whose links are rewritten, and blocks of code, whose text is not prose. */
export type Part = { kind: 'prose'; text: string } | Block;

export interface Block {
  kind: 'code';
  /** What stands behind the fence: language and flag. */
  language: string;
  flag: string;
  /** Line of the opening fence, from 1. */
  line: number;
  code: string;
}

/** Prose and blocks of a page, in their order. Fences inside lists keep their place in the prose. */
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

/** The anchor of a heading as code hosts make it, so that a link works there and here. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');
}

/** Text that is no markup and no interpolation for Vue. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('{{', '&#123;&#123;');
}
