// Loads code compiled to CommonJS in a project of ES modules.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export function load() {
  writeFileSync('out/package.json', '{ "type": "commonjs" }');
  return createRequire(import.meta.url)('./out/use.js');
}
