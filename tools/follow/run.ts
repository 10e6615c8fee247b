/** `pnpm follow [PAGE …]`: does what README and pages say, in folders of their own, with the packed packages. */
import { parseArgs } from 'node:util';
import { closeBrowser } from './browser.ts';
import { followedPages, readers } from './reader.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { build: { type: 'boolean', default: true }, keep: { type: 'boolean', default: false } },
  allowNegative: true,
});
const pages = positionals.length > 0 ? positionals : followedPages();
await using all = await readers(values);
let failed = 0;
for (const page of pages) {
  const start = performance.now();
  const stumble = await all.follow(page);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${stumble ? '✗' : '✓'} ${page}${stumble ? `:${stumble.line}` : ''}  ${seconds} s`);
  if (stumble) {
    failed += 1;
    console.log(stumble.said.replace(/^/gm, '    '));
  }
}
if (values.keep) console.log(`The projects are in ${all.folder}.`);
console.log(`${pages.length - failed} of ${pages.length} pages work when followed.`);
if (failed > 0) process.exitCode = 1;
await closeBrowser();
