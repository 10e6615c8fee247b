import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Lets esbuild drop rettime, the event emitter of `@msw/data`, where nothing of it is used. Its class extends the global
 * `MessageEvent`, for which Node loads all of undici: half of the time of importing the mock.
 */
export const unusedEvents: Plugin = {
  name: 'unused-events',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^rettime$/ }, async ({ path, pluginData, ...rest }) => {
      // The second time is the resolution below.
      if (pluginData === unusedEvents) return undefined;
      const resolved = await resolve(path, { ...rest, pluginData: unusedEvents });
      return { ...resolved, sideEffects: false };
    });
  },
};
