import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The action of one block of a page. */
export interface Step {
  /** The line of the page on which the block begins. */
  readonly line: number;
  /**
   * Runs commands, saves or extends a file, adds code to the page's program, opens an address, waits for a text in the opened
   * page, clicks a button in it, or only shows something.
   */
  readonly kind: 'run' | 'save' | 'append' | 'code' | 'open' | 'see' | 'click' | 'show';
  /** The commands, the code, the content of the file, the address, the text, or the name of the button. */
  readonly text: string;
  /** The name of the file. */
  readonly file?: string;
  /** The expected output, or a text of the opened page. */
  readonly prints?: string;
  /** `background`: later blocks run while the command runs. `skip, because …`: the block can't be tested. */
  readonly note?: string;
  /** The alternative that the block belongs to, as `vue-ts`. */
  readonly choice?: string;
}

/** A fenced block of a page, with what the lines above it say. */
export interface Block {
  /** The line of the page on which the block begins. */
  readonly line: number;
  readonly language: string;
  /** The word after the language, as `test` in `ts test`. */
  readonly flag: string;
  readonly text: string;
  /** Whether the block is part of a list. */
  readonly isIndented: boolean;
  /** The last line of text above the block. */
  readonly above: string;
  /** The file that the line above names: "Save this as `page.mts`:" */
  readonly file: string | undefined;
  /** Whether the line above says that the block is added to the end of `file`. */
  readonly appends: boolean;
  readonly note: string | undefined;
  readonly choice: string | undefined;
  /** The file of the repository that the block quotes, which other tests run. */
  readonly quotes: string | undefined;
}

const fence = /^(`{3,})(\w+)?(.*)$/;
const fileNameBefore =
  /`([\w.@[\]/-]+\.(?:[cm]?[jt]sx?|jsonc?|vue|svelte|ya?ml|html|css|py|toml)|[\w./-]*(?:Dockerfile|\.env(?:\.\w+)?))`[^`]*:$/;
/** "Add this to the end of `src/mock.ts`:" */
const appends = /\bto the end of `[^`]*`[^`]*:$/;
/** `<!-- doc-test: background -->`, `<!-- doc-test: skip, because it needs a Docker daemon -->`. */
const comment = /^<!-- doc-test: (.+) -->$/;
/**
 * `<!-- doc-test: open http://localhost:3011/, see White page -->`: a step without a block. `open /` opens the address that the
 * last background command printed.
 */
const opens = /^open (\S+), see (.+)$/;
/**
 * `<!-- doc-test: see White page -->`: the opened page shows this text, without being opened again. `click Save` clicks the
 * button of this name.
 */
const acts = /^(see|click) (.+)$/;
/** `<!-- doc-test: choice vue-ts -->`: the next block is one of several alternatives. */
const choices = /^choice (\S+)$/;
const quotes = /^<!-- (\S+\/\S+) -->$/;
const shells = ['sh', 'bash', 'shell', 'console'];
const root = join(import.meta.dirname, '../..');

/** Parses a page into its blocks and the steps without one, in their order. */
export function parsePage(path: string): (Block | Step)[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  const parts: (Block | Step)[] = [];
  const nothing = { above: '', note: undefined, choice: undefined, quotes: undefined };
  let before: Pick<Block, 'above' | 'note' | 'choice' | 'quotes'> = nothing;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, ticks, language = '', rest = ''] = fence.exec(line.trimStart()) ?? [];
    if (ticks === undefined) {
      const directive = comment.exec(line.trim())?.[1];
      const [, address, seen] = opens.exec(directive ?? '') ?? [];
      const quoted = quotes.exec(line.trim())?.[1];
      const choice = choices.exec(directive ?? '')?.[1];
      const [, act, target] = acts.exec(directive ?? '') ?? [];
      if (choice) before = { ...before, choice };
      else if (act && target) parts.push({ line: at + 1, kind: act as 'see' | 'click', text: target });
      else if (address && seen) parts.push({ line: at + 1, kind: 'open', text: address, prints: seen });
      else if (directive !== undefined) before = { ...before, note: directive };
      else if (quoted && existsSync(join(root, quoted))) before = { ...before, quotes: quoted };
      else if (line.trim() !== '') before = { ...before, above: line.trim() };
      continue;
    }
    const end = lines.findIndex((other, index) => index > at && other.trim() === ticks);
    if (end < 0) throw new Error(`${path}:${at + 1}: this block has no end`);
    const indent = line.length - line.trimStart().length;
    const text = lines
      .slice(at + 1, end)
      .map((one) => one.slice(Math.min(indent, one.length - one.trimStart().length)))
      .join('\n');
    parts.push({
      ...before,
      line: at + 1,
      language,
      flag: rest.trim(),
      text,
      isIndented: indent > 0,
      file: fileNameBefore.exec(before.above)?.[1],
      appends: appends.test(before.above),
    });
    before = nothing;
    at = end;
  }
  return parts;
}

/** Whether a part of a page is a block. */
export function isBlock(part: Block | Step): part is Block {
  return 'language' in part;
}

/**
 * Returns what a reader of a page does, in the order of its blocks.
 *
 * @throws Error for a block that is neither run nor saved and doesn't say why it is skipped.
 */
export function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  for (const part of parsePage(path)) {
    if (!isBlock(part)) {
      steps.push(part);
      continue;
    }
    const { line, language, text, above, file, choice, quotes } = part;
    const note = part.note ?? (quotes && `skip, because it quotes ${quotes}`);
    const step = { line, text, ...(note !== undefined && { note }), ...(choice !== undefined && { choice }) };
    const before = steps.at(-1);
    if (shells.includes(language)) steps.push({ ...step, kind: 'run' });
    else if (
      language === 'text' &&
      note === undefined &&
      before &&
      !before.prints &&
      /^(run|code)$/.test(before.kind)
    ) {
      steps[steps.length - 1] = { ...before, prints: text };
    } else if (language === 'text' && before?.kind === 'save' && /\bprints?\b/i.test(above)) {
      throw new Error(
        `${path}:${line}: output follows a saved file. Show the command that prints it in a shell block.`,
      );
    } else if (file !== undefined) steps.push({ ...step, kind: part.appends ? 'append' : 'save', file });
    else if (language === 'ts') steps.push({ ...step, kind: 'code' });
    else if (isSkipped(note) || language === 'mermaid') steps.push({ ...step, kind: 'show' });
    else {
      throw new Error(
        `${path}:${line}: this block is neither run nor saved. Name its file in the line above ("Save this as \`x.js\`:"), or skip it: <!-- doc-test: skip, because … -->`,
      );
    }
  }
  return steps;
}

/** Whether output matches the page's. `…` matches any text; on a line of its own, any lines. */
export function matches(printed: string, shown: string): boolean {
  const pattern = shown
    .trim()
    .split('\n')
    .map((line) => (line.trim() === '…' ? String.raw`[\s\S]*` : line.trimEnd().split('…').map(literally).join('.*')))
    .join(String.raw`\s*\n\s*`);
  return new RegExp(`(^|\\n)\\s*${pattern}\\s*(\\n|$)`).test(printed);
}

/** Whether a note is `skip, because …`. */
export function isSkipped(note = ''): boolean {
  return note.startsWith('skip, because ');
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
