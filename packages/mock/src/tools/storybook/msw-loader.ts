/** The part of Storybook's preview that tells which loaders every story has. */
interface Preview {
  readonly storyStoreValue?: { readonly projectAnnotations?: { readonly loaders?: unknown } };
}

/**
 * Whether `mswLoader()` of `msw-storybook-addon` is among the loaders that run before every story. It starts a worker of
 * its own whatever else there is, at the same time as ours would, and a page can have one only: it has to be waited for.
 */
export function hasMswLoader(): boolean {
  // Storybook names its preview so, for tools that look at it from outside.
  const { __STORYBOOK_PREVIEW__: preview } = globalThis as { __STORYBOOK_PREVIEW__?: Preview };
  const loaders = [preview?.storyStoreValue?.projectAnnotations?.loaders].flat();
  // A function that each call makes has no other mark. Bundlers do not shorten the names of members.
  return loaders.some((loader) => typeof loader === 'function' && /\.msw\s*=[^=]/.test(String(loader)));
}
