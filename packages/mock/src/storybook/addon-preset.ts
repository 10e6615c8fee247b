import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A file or folder that Storybook serves and copies into builds. */
type StaticDir = string | { readonly from: string; readonly to: string };

/** The members of a Vite configuration, server and request that the preset uses. Vite is no dependency: Storybook brings its own. */
interface ViteConfig {
  readonly plugins?: readonly unknown[];
}
interface ViteServer {
  readonly middlewares: { use(handle: (request: Request, response: Response, next: () => void) => void): unknown };
}
interface Request {
  readonly url?: string;
}
interface Response {
  writeHead(status: number, headers: Record<string, string>): { end(body: string): unknown };
}

/** Makes Storybook serve the worker of the MSW that this package uses. */
export function staticDirs(others: readonly StaticDir[] = []): StaticDir[] {
  return [...others, { from: workerFile(), to: '/mockServiceWorker.js' }];
}

/**
 * Serves MSW's worker from Vite's server too: of `staticDirs`, `@storybook/addon-vitest` serves folders only, not single files.
 */
export function viteFinal<Config extends ViteConfig>(config: Config): Config {
  return { ...config, plugins: [...(config.plugins ?? []), { name: 'issue-tracking:worker', configureServer }] };
}

function configureServer({ middlewares }: ViteServer): void {
  const script = readFileSync(workerFile(), 'utf8');
  middlewares.use(({ url = '/' }, response, next) => {
    // Stories look for the worker beside their page, and Vitest has its pages below several paths.
    if (!new URL(url, 'http://localhost').pathname.endsWith('/mockServiceWorker.js')) return next();
    response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(script);
  });
}

function workerFile(): string {
  return createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
}
