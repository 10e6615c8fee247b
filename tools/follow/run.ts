/** `pnpm follow [PAGE …]`: does what README and guides say, in folders of their own, with the packed packages. */
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packPackages } from '../project/pack.ts';
import { followPage } from './follow-page.ts';

const root = join(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { build: { type: 'boolean', default: true }, keep: { type: 'boolean', default: false } },
  allowNegative: true,
});
const pages =
  positionals.length > 0
    ? positionals
    : ['README.md', ...globSync('docs/{start,client,mock,recipes}/*.md', { cwd: root })].sort();
const work = mkdtempSync(join(tmpdir(), 'issue-tracking-follow-'));

const tarballs = await packPackages(join(work, 'tarballs'), { build: values.build });
let failed = 0;
for (const page of pages) {
  const folder = join(work, page.replaceAll('/', '-').replace(/\.md$/, ''));
  mkdirSync(folder);
  const start = performance.now();
  const stumble = await followPage(join(root, page), { folder, tarballs });
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${stumble ? '✗' : '✓'} ${page}${stumble ? `:${stumble.line}` : ''}  ${seconds} s`);
  if (stumble) {
    failed += 1;
    console.log(stumble.said.replace(/^/gm, '    '));
  }
}
if (values.keep) console.log(`The projects are in ${work}.`);
else rmSync(work, { recursive: true, force: true });
console.log(`${pages.length - failed} of ${pages.length} pages work when followed.`);
if (failed > 0) process.exitCode = 1;
