import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = globSync('packages/*/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');
const messages = [
  ...readFileSync(join(root, 'docs/reference/troubleshooting.md'), 'utf8').matchAll(/^### `(.+)`$/gm),
].map(([, message = '']) => message);

// A message that nobody prints any more would be looked for in vain.
test.each(messages)('something prints "%s"', (message) => {
  // Names of options stand before the text of their mistake, and are put there when it is printed.
  const texts = message
    .replace(/^(baseUrl|apiKey|401) /, '')
    .split('…')
    .map((text) => text.trim())
    .filter((text) => text.length > 4);
  for (const text of texts) expect(sources.includes(text), text).toBe(true);
});
