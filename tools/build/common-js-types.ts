/**
 * Copies the declarations of entry points for CommonJS: `node common-js-types.ts ENTRY …`, in a package's folder after its
 * build. TypeScript treats a `.d.ts` of these packages as an ES module, which can't be required.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const relativeImport = /(['"])\.\/([^'"]+)\.js\1/g;

const waiting = process.argv.slice(2);
for (const name of waiting) {
  const text = readFileSync(join('dist', `${name}.d.ts`), 'utf8');
  for (const [, , imported = ''] of text.matchAll(relativeImport)) {
    if (!waiting.includes(imported)) waiting.push(imported);
  }
  writeFileSync(join('dist', `${name}.d.cts`), text.replace(relativeImport, '$1./$2.cjs$1'));
}
