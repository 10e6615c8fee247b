import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Reduces an imported manifest to the version and `engines`. */
export const versionOnly: Plugin = {
  name: 'version-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]packages[\\/]\w+[\\/]package\.json$/ }, ({ path }) => {
      const { version, engines } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version, engines }), loader: 'json' };
    });
  },
};
