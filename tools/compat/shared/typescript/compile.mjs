// Compiles usage.ts with each named module resolution, with and without the DOM's types, and with `skipLibCheck: false`. With
// `wrapper` it compiles wrapper.ts to a module with declarations.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ways = {
  node16: { module: 'Node16', moduleResolution: 'Node16' },
  nodenext: { module: 'NodeNext', moduleResolution: 'NodeNext' },
  bundler: { module: 'ESNext', moduleResolution: 'Bundler' },
  wrapper: { module: 'NodeNext', moduleResolution: 'NodeNext', declaration: true, noEmit: false },
  node10: { module: 'CommonJS', moduleResolution: 'Node10', esModuleInterop: true },
};
const { version } = JSON.parse(readFileSync('node_modules/typescript/package.json', 'utf8'));
let failed = 0;

const libs = [['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'], ['ES2022']];
// Two at a time.
for (const way of process.argv.slice(2)) await Promise.all(libs.map((lib) => compile(way, lib)));
process.exitCode = failed;

async function compile(way, lib) {
  const folder = `${way}-${lib.length === 1 ? 'without-dom' : 'dom'}`;
  mkdirSync(folder, { recursive: true });
  // CommonJS has no import attributes, and imports JSON without them.
  const usage = readFileSync(way === 'wrapper' ? 'wrapper.ts' : 'usage.ts', 'utf8');
  writeFileSync(
    `${folder}/usage.ts`,
    way === 'node10' || way === 'node16' ? usage.replace(" with { type: 'json' }", '') : usage,
  );
  writeFileSync(
    `${folder}/package.json`,
    JSON.stringify({ type: way === 'node10' || way === 'node16' ? 'commonjs' : 'module' }),
  );
  copyFileSync('world.json', `${folder}/world.json`);
  const compilerOptions = {
    noEmit: true,
    ...ways[way],
    target: 'ES2022',
    lib,
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    resolveJsonModule: true,
    ...(way === 'node10' && version.startsWith('6.') && { ignoreDeprecations: '6.0' }),
  };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['usage.ts'] }));
  try {
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder]);
    console.log(`SMOKE ok ${folder}`);
  } catch (error) {
    // Ignore errors inside the declarations of other libraries.
    const lines = String(error.stdout ?? error)
      .split('\n')
      .filter((line) => /error TS/.test(line));
    const ours = lines.filter((line) => !/^(\.\.\/)*node_modules\/(?!@issue-tracking)/.test(line));
    if (ours.length === 0 && lines.length > 0) {
      console.log(`SMOKE ok ${folder} (${lines.length} errors inside other libraries)`);
      return;
    }
    failed++;
    console.log(`SMOKE failed ${folder}: ${ours.slice(0, 6).join(' | ') || error.message}`);
  }
}
