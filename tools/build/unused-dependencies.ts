import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Lets esbuild drop dependencies of `@msw/data` where nothing of them is used: only its queries are. The event emitter rettime
 * extends the global `MessageEvent`, for which Node loads all of undici: half of the time of importing the mock. Mutative is a tenth
 * of the mock's size.
 */
export const unusedDependencies: Plugin = {
  name: 'unused-dependencies',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^(rettime|mutative|outvariant)$/ }, async ({ path, pluginData, ...rest }) => {
      // The second time is the resolution below.
      if (pluginData === unusedDependencies) return undefined;
      const resolved = await resolve(path, { ...rest, pluginData: unusedDependencies });
      return { ...resolved, sideEffects: false };
    });
  },
};
