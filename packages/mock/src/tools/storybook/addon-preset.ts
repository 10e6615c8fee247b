import { createRequire } from 'node:module';

/** A file or folder that Storybook serves, and copies into what it builds. */
type StaticDir = string | { readonly from: string; readonly to: string };

/** Has Storybook serve MSW's worker beside its pages, the one of the MSW that this package uses. */
export function staticDirs(others: readonly StaticDir[] = []): StaticDir[] {
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  return [...others, { from: worker, to: '/mockServiceWorker.js' }];
}
