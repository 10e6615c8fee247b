/** `pnpm doc-test [PAGE …]`: runs the blocks of README and guides, each page in a folder of its own, with the packed packages. */
import { readArguments } from '../project/read-arguments.ts';
import { closeBrowser } from './browser.ts';
import { createDocTester, testedPages } from './doc-tester.ts';

const usage = `pnpm doc-test [PAGE …] [--keep] [--no-build]

  PAGE         such as README.md; default: README and all guides
  --keep       keeps the projects, and prints their folder
  --no-build   packs dist without a build`;

const { values, positionals } = readArguments(usage, {
  build: { type: 'boolean', default: true },
  keep: { type: 'boolean', default: false },
});
const pages = positionals.length > 0 ? positionals : testedPages();
await using docs = await createDocTester(values);
let failed = 0;
for (const page of pages) {
  const start = performance.now();
  const failure = await docs.test(page);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${failure ? '✗' : '✓'} ${page}${failure ? `:${failure.line}` : ''}  ${seconds} s`);
  if (failure) {
    failed += 1;
    console.log(failure.message.replace(/^/gm, '    '));
  }
}
if (values.keep) console.log(`Projects: ${docs.folder}`);
console.log(`${pages.length - failed} of ${pages.length} pages passed.`);
if (failed > 0) process.exitCode = 1;
await closeBrowser();
