// Bundles three programs for a browser: all cases, the client alone, the errors alone.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const [bundler] = process.argv.slice(2);
const entries = ['app', 'client', 'errors'];

const bundlers = {
  async esbuild(name, folder) {
    const { build } = await import('esbuild');
    await build({
      entryPoints: [`${name}.js`],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      outfile: `${folder}/${name}.js`,
    });
  },
  async vite(name, folder) {
    const { build } = await import('vite');
    const rollupOptions = { input: `${name}.js`, output: { entryFileNames: '[name].js' } };
    await build({ logLevel: 'error', configFile: false, build: { rollupOptions, outDir: folder, emptyOutDir: false } });
  },
  async rollup(name, folder) {
    const { rollup } = await import('rollup');
    const { nodeResolve } = await import('@rollup/plugin-node-resolve');
    const bundle = await rollup({
      input: `${name}.js`,
      plugins: [nodeResolve({ browser: true })],
      onwarn: (warning) => console.log(warning.message),
    });
    const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true });
    // Rollup doesn't minify.
    const { transform } = await import('esbuild');
    const { code } = await transform(output[0].code, { minify: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${name}.js`, code);
  },
  async webpack(name, folder) {
    const { default: webpack } = await import('webpack');
    const options = {
      mode: 'production',
      target: 'web',
      entry: `./${name}.js`,
      output: { path: join(process.cwd(), folder), filename: `${name}.js` },
      performance: { hints: false },
    };
    await new Promise((resolve, reject) =>
      webpack(options, (error, stats) =>
        error || stats.hasErrors() ? reject(error ?? new Error(stats.toString('errors-only'))) : resolve(),
      ),
    );
  },
  async parcel(name, folder) {
    execFileSync(
      process.execPath,
      ['node_modules/parcel/lib/bin.js', 'build', `${name}.js`, '--dist-dir', folder, '--no-source-maps', '--no-cache'],
      { encoding: 'utf8' },
    );
  },
};

const folder = `out-${bundler}`;
const sizes = {};
for (const name of entries) {
  await bundlers[bundler](name, folder);
  const file = readdirSync(folder).find((one) => one.startsWith(name) && one.endsWith('js'));
  const text = readFileSync(join(folder, file));
  sizes[name] = brotliCompressSync(text).length;
  console.log(`SIZE ${name} ${sizes[name]}`);
  if (name === 'app') writeFileSync(`${folder}/run.mjs`, text);
}
// `pnpm check size` holds the exact limit; bundlers differ by a twentieth.
if (sizes.client > 41_600) throw new Error(`the client takes ${sizes.client} bytes`);
// A bundle of error classes must not contain ky and zod.
if (sizes.errors > 4_000) console.log(`SMOKE failed the errors alone take ${sizes.errors} bytes`);
else console.log('SMOKE ok the errors alone are small');
await import(`./${folder}/run.mjs`);
process.exitCode = await globalThis.finished;
process.exit();
