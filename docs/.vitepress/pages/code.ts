import type { Block } from './markdown.ts';

/** Returns tabs for npm, pnpm, yarn and bun, if a block installs packages or runs their commands. */
export function packageManagers(block: Block): string | undefined {
  if (block.language !== 'sh') return undefined;
  const lines = block.code.split('\n');
  if (!lines.some((line) => /^npm install |^npx (?!-)/.test(line))) return undefined;
  if (lines.some((line) => /^npx -|^npm (?!install )/.test(line))) return undefined;
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
