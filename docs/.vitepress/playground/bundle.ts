import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { cssText } from '../../../tools/build/css-text.ts';
import { versionOnly } from '../../../tools/build/version-only.ts';
import { docs } from '../paths.ts';

/** Maximum size in bytes, compressed with brotli, of the document that the playground and the first click on 'Run' load. */
const limit = 230_000;

/**
 * Writes the playground's document, one file that the page puts into a sandboxed frame: the panel and, as text, the
 * worker with SDK, mock and sucrase. A sandboxed frame has no origin, so it could not load modules.
 *
 * @throws Error if the document exceeds the limit.
 */
export async function bundlePlayground(): Promise<void> {
  const [frame, worker] = await Promise.all(['frame.ts', 'worker.ts'].map(script));
  const style = readFileSync(join(import.meta.dirname, 'frame.css'), 'utf8');
  const document = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Playground</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; img-src data:">
<style>${style}</style></head>
<body><section aria-live="polite"><h2>Prints</h2><pre id="output"></pre></section>
<section id="service" aria-label="The service" hidden></section>
<script type="text/plain" id="worker">${worker}</script>
<script>${frame}</script></body></html>`;
  const size = brotliCompressSync(document).length;
  console.error(`Playground: ${(size / 1000).toFixed(1)} kB with brotli, of at most ${limit / 1000} kB`);
  if (size > limit) throw new Error(`The playground is ${size} bytes with brotli: at most ${limit}`);
  mkdirSync(join(docs, 'public/playground'), { recursive: true });
  writeFileSync(join(docs, 'public/playground/frame.txt'), document);
}

async function script(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2024',
    // The client of servers and workers, which reads the environment.
    conditions: ['@issue-tracking/source', 'worker'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    plugins: [withoutOptionChecks, versionOnly, cssText],
  });
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
}

/** sucrase checks the options it is given with a library of 16 kB; ours are in `run.ts` and never change. */
const withoutOptionChecks: Plugin = {
  name: 'without-option-checks',
  setup({ onLoad }) {
    onLoad({ filter: /sucrase[\\/]dist[\\/]esm[\\/]Options\.js$/ }, () => ({
      contents: 'export function validateOptions() {}',
    }));
  },
};
