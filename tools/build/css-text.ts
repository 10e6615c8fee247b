import { dirname, relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** `import css from './x.css?inline'`: a style sheet with its imports as a string, as in Vite. */
export const cssText: Plugin = {
  name: 'css-text',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.css\?inline$/ }, ({ path, importer }) => ({
      // Relative, because the path stands in the bundle. With its query, because tsup's own plugin handles paths that end in .css.
      path: relative('', resolve(dirname(importer), path)),
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
