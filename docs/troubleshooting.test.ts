import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = globSync('packages/*/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');
const page = 'docs/reference/troubleshooting.md';
const pageText = readFileSync(join(root, page), 'utf8');
const messages = [...pageText.matchAll(/^### `(.+)`$/gm)].map(([, message = '']) => message);

/** Messages of MSW in the headings. */
const ofMsw = [...pageText.matchAll(/^### MSW says `(.+)`$/gm)].map(([, message = '']) => message);
const msw = globSync(
  'node_modules/.pnpm/{msw@3,@mswjs+interceptors@}*/node_modules/{msw,@mswjs/interceptors}/lib/**/*.{js,mjs,cjs}',
  {
    cwd: root,
  },
)
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

test.each(ofMsw)('the source of MSW contains the message "%s" of the troubleshooting page', (message) => {
  // MSW fills in quoted names when it prints a message.
  for (const text of message.split(/"\w+"/)) expect(msw.includes(text), advice('MSW', text)).toBe(true);
});

// Readers search for messages, so each heading must quote one that exists.
test.each(messages)('the source of a package contains the message "%s" of the troubleshooting page', (message) => {
  // Names of options are put before the text of a problem when it is printed.
  const texts = message
    .replace(/^(baseUrl|apiKey|401) /, '')
    .split('…')
    .map((text) => text.trim())
    .filter((text) => text.length > 4);
  for (const text of texts) expect(sources.includes(text), advice('a package', text)).toBe(true);
});

function advice(origin: string, text: string): string {
  return `No source of ${origin} has the text "${text}". Change the heading in ${page} to the present message, or remove its section`;
}
