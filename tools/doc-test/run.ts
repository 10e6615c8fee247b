/** `pnpm doc-test [PAGE …]`: runs the blocks of README and guides, each page in a folder of its own, with the packed packages. */
import { parseArgs } from 'node:util';
import { closeBrowser } from './browser.ts';
import { createDocTester, testedPages } from './doc-tester.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { build: { type: 'boolean', default: true }, keep: { type: 'boolean', default: false } },
  allowNegative: true,
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
