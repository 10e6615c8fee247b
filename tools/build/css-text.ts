import { dirname, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** `import css from './x.css?inline'`: a style sheet as a text, what it imports included. Vite has the same by itself. */
export const cssText: Plugin = {
  name: 'css-text',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.css\?inline$/ }, ({ path, importer }) => ({
      // It keeps its ending: what ends in .css, tsup's own plugin takes.
      path: resolve(dirname(importer), path),
      namespace: 'css-text',
    }));
    onLoad({ filter: /.*/, namespace: 'css-text' }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [path.replace('?inline', '')],
        bundle: true,
        minify: true,
        write: false,
      });
      return { contents: outputFiles[0]?.text ?? '', loader: 'text' };
    });
  },
};
