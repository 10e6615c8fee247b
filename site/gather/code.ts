import { format } from 'prettier';
import type { Block } from './markdown.ts';

/** Columns that fit between the sidebar and the outline of a page that is 1280 pixels wide. */
const columns = 74;

const scripts = new Set(['ts', 'tsx', 'js', 'jsx']);

/** The code of a block as narrow as the page needs it. Excerpts that are no program by themselves stay as they are. */
export async function narrow({ language, code }: Block): Promise<string> {
  if (!scripts.has(language) || code.includes('…\n')) return code;
  try {
    const formatted = await format(code, {
      parser: 'typescript',
      printWidth: columns,
      singleQuote: true,
      trailingComma: 'all',
    });
    return wrapComments(formatted.trimEnd());
  } catch {
    return code;
  }
}

/** A comment behind a statement that does not fit goes above it. */
function wrapComments(code: string): string {
  return code
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', statement = '', comment = ''] = /^(\s*)(\S.*?)\s+(\/\/ .*)$/.exec(line) ?? [];
      return line.length > columns && comment ? [`${indent}${comment}`, `${indent}${statement}`] : [line];
    })
    .join('\n');
}

/** A block of installations or of commands of packages, as npm, pnpm, yarn and bun write it. */
export function packageManagers(block: Block): string | undefined {
  if (block.language !== 'sh') return undefined;
  const lines = block.code.split('\n');
  if (!lines.some((line) => /^npm install |^npx (?!-)/.test(line))) return undefined;
  if (lines.some((line) => /^npx -/.test(line))) return undefined;
  const tabs = Object.entries(managers).map(
    ([name, rewrite]) => `\`\`\`sh [${name}]\n${lines.map(rewrite).join('\n')}\n\`\`\``,
  );
  return `::: code-group\n\n${tabs.join('\n\n')}\n\n:::`;
}

const managers: Record<string, (line: string) => string> = {
  npm: (line) => line,
  pnpm: (line) => added(line, 'pnpm add').replace(/^npx /, 'pnpm exec '),
  yarn: (line) => added(line, 'yarn add').replace(/^npx /, 'yarn '),
  bun: (line) => added(line, 'bun add').replace(/^npx /, 'bunx '),
};

function added(line: string, command: string): string {
  return line.replace(/^npm install (--save-dev )?/, (_whole, dev?: string) => `${command} ${dev ? '-D ' : ''}`);
}
