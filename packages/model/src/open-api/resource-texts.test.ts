import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resourceTexts } from './resource-texts.ts';

/** Each member of the interfaces in `resources/` with its doc comment. */
function documentedMembers(): Set<string> {
  const folder = join(import.meta.dirname, '../resources');
  const sources = globSync('*.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  const comments = sources.flatMap((source) => [...source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+)\??:/g)]);
  return new Set(
    comments.map(
      ([, text = '', member]) =>
        `${member}: ${text
          .replaceAll(/\s*\n\s*\* ?|\s+/g, ' ')
          .trim()
          .replace(/\.$/, '')}`,
    ),
  );
}

test('members have the same description in the OpenAPI document as in TypeScript', () => {
  const documented = documentedMembers();
  for (const [resource, texts] of Object.entries(resourceTexts))
    for (const [place, text] of Object.entries(texts))
      expect(documented, `${resource}.${place}`).toContain(`${place.split('.').at(-1)}: ${text}`);
});
