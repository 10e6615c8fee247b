/** Writes docs/openapi.json from the model; with `--check`, fails when it is not what the model says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toOpenApi } from '@issue-tracking/model';

const path = join(import.meta.dirname, '../docs/openapi.json');
const document = `${JSON.stringify(toOpenApi(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(path, document);
} else if (readFileSync(path, 'utf8') !== document) {
  console.error('docs/openapi.json is not what the model says: run `pnpm openapi`.');
  process.exit(1);
}
