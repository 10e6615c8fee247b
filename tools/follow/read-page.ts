import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A reader's action at one block of a page. */
export interface Step {
  /** Where the block begins in the page. */
  readonly line: number;
  /** Commands to run, a file to save, a block of the page's own program, an address to open, or a block to look at. */
  readonly kind: 'run' | 'save' | 'code' | 'open' | 'look';
  /** The commands, what is in the file, or the address. */
  readonly text: string;
  /** The name of the file. */
  readonly file?: string;
  /** The output that the page shows, or the content of the address. */
  readonly prints?: string;
  /** `background`: the command goes on while the reader does. `not, because …`: why a machine can't follow. */
  readonly note?: string;
}

const fence = /^(`{3,})(\w+)?(.*)$/;
/** A block is saved where the line above names a file: "Save this as `page.mts`:". */
export const fileAbove =
  /`([\w.@[\]/-]+\.(?:[cm]?[jt]sx?|jsonc?|ya?ml|html|css|py|toml)|[\w./-]*(?:Dockerfile|\.env(?:\.\w+)?))`[^`]*:$/;
/** Not shown to readers: `<!-- follow: background -->`, `<!-- follow: not, because it needs a Docker daemon -->`. */
const comment = /^<!-- follow: (.+) -->$/;
/** `<!-- follow: open http://localhost:5173/, see White page -->`: a step without a block. */
const opens = /^open (\S+), see (.+)$/;
/** A block that quotes a file of the repository, which other tests run. */
const quotes = /^<!-- (\S+\/\S+) -->$/;
const shells = ['sh', 'bash', 'shell', 'console'];
const root = join(import.meta.dirname, '../..');

/**
 * The blocks of a page, in the order in which a reader comes to them.
 *
 * @throws Error for a block that nobody runs or saves, and that doesn't say why.
 */
export function readPage(path: string): Step[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  const steps: Step[] = [];
  let note: string | undefined;
  let above = '';
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, ticks, language = ''] = fence.exec(line.trimStart()) ?? [];
    if (ticks === undefined) {
      const said = comment.exec(line.trim())?.[1];
      const [, address, seen] = opens.exec(said ?? '') ?? [];
      const quoted = quotes.exec(line.trim())?.[1];
      if (address && seen) steps.push({ line: at + 1, kind: 'open', text: address, prints: seen });
      else if (said !== undefined) note = said;
      else if (quoted && existsSync(join(root, quoted))) note = `not, because it quotes ${quoted}`;
      else if (line.trim() !== '') above = line.trim();
      continue;
    }
    const end = lines.findIndex((other, index) => index > at && other.trim() === ticks);
    if (end < 0) throw new Error(`${path}:${at + 1}: this block has no end`);
    const indent = line.length - line.trimStart().length;
    const text = lines
      .slice(at + 1, end)
      .map((one) => one.slice(Math.min(indent, one.length - one.trimStart().length)));
    const step = { line: at + 1, text: text.join('\n'), ...(note !== undefined && { note }) };
    const file = fileAbove.exec(above)?.[1];
    const before = steps.at(-1);
    if (shells.includes(language)) steps.push({ ...step, kind: 'run' });
    else if (
      language === 'text' &&
      note === undefined &&
      before &&
      !before.prints &&
      /^(run|code)$/.test(before.kind)
    ) {
      steps[steps.length - 1] = { ...before, prints: step.text };
    } else if (language === 'text' && before?.kind === 'save' && /\bprints?\b/i.test(above)) {
      throw new Error(
        `${path}:${at + 1}: output stands behind a file. Show the command that prints it in a shell block.`,
      );
    } else if (file !== undefined) steps.push({ ...step, kind: 'save', file });
    else if (language === 'ts') steps.push({ ...step, kind: 'code' });
    else if (note?.startsWith('not, because ') || language === 'mermaid') steps.push({ ...step, kind: 'look' });
    else {
      throw new Error(
        `${path}:${at + 1}: nobody runs or saves this block. Name its file in the line above ("Save this as \`x.js\`:"), or say why not: <!-- follow: not, because … -->`,
      );
    }
    note = undefined;
    above = '';
    at = end;
  }
  return steps;
}

/** Whether what was printed is what the page shows; `…` stands for anything, on a line of its own for any lines. */
export function matches(printed: string, shown: string): boolean {
  const pattern = shown
    .trim()
    .split('\n')
    .map((line) => (line.trim() === '…' ? String.raw`[\s\S]*` : line.trimEnd().split('…').map(literally).join('.*')))
    .join(String.raw`\s*\n\s*`);
  return new RegExp(`(^|\\n)\\s*${pattern}\\s*(\\n|$)`).test(printed);
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
