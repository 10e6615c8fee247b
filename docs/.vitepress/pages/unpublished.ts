import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeHost, root } from '../paths.ts';
import type { Part } from './markdown.ts';

/** README's sentence on what to do while the packages aren't on npm. There is none once they are. */
const [sentence] = /^The packages aren't on npm yet: .*$/m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];

/** A command that needs the packages from npm. */
const needsPackages = /^npm install .*@issue-tracking\/|^npx issue-tracking/m;

/** Returns README's sentence as a note, for the first block of a page that needs the packages from npm. */
export function unpublishedNote(part: Part, parts: readonly Part[]): string {
  const isFirst = part === parts.find((each) => each.kind === 'code' && needsPackages.test(each.code));
  if (!sentence || !isFirst) return '';
  return `\n::: warning Before you run this\n${sentence.replace(' a clone', ` [a clone](${codeHost})`)}\n:::\n`;
}
