import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Puts the finished table of operations in the place of `src/table/table.ts`, which makes it from the model's schemas:
 * as data it is a tenth of the size of zod, and there is nothing left to do at start.
 */
export const finishedTable: Plugin = {
  name: 'finished-table',
  setup({ onLoad, esbuild }) {
    onLoad({ filter: /[/\\]table[/\\]table\.ts$/ }, async ({ path }) => {
      const { outputFiles } = await esbuild.build({
        entryPoints: [path],
        bundle: true,
        format: 'esm',
        write: false,
        conditions: ['@issue-tracking/source'],
      });
      const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
      const { table } = await import(`data:text/javascript;base64,${code}`);
      return { contents: `export const table = ${JSON.stringify(table)};`, loader: 'ts' };
    });
  },
};
