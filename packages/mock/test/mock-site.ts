import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';
import { build } from 'vite';

/** A site whose page calls a mock through MSW's service worker. */
export interface MockSite {
  readonly url: string;
  /** Files by path. A test may replace them. */
  readonly files: Map<string, SiteFile>;
  /** Paths of the service that were requested past the mock. */
  readonly reached: string[];
  close(): void;
}

export interface SiteFile {
  /** 200 by default. */
  readonly status?: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Record<string, string>;
}

const calls = new URL('./pages/calls.ts', import.meta.url);

/**
 * Serves a script in a page and in a frame.
 *
 * @param msw The copy of MSW: `msw` or `msw2`.
 * @param source The script. Its page is served at `/page.html` and `/folder/page.html`.
 */
export async function serveMockSite(msw: string, source = calls): Promise<MockSite> {
  const script = await bundleOnce(msw, source);
  const html = (body: string): SiteFile => ({ type: 'text/html', body: `<!doctype html><body>${body}` });
  const page = html('<script type="module" src="/page.js"></script>');
  const files = new Map<string, SiteFile>([
    ['/page.html', page],
    ['/folder/page.html', page],
    ['/frame.html', html('<iframe src="/page.html"></iframe>')],
    // A sandboxed page has no origin.
    ['/page.js', { type: 'text/javascript', body: script, headers: { 'access-control-allow-origin': '*' } }],
    ['/mockServiceWorker.js', await workerScript(msw)],
  ]);
  const reached: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname.startsWith('/api/')) reached.push(pathname);
    const file = files.get(pathname);
    if (!file) return void response.writeHead(404).end();
    const policy = file.type === 'text/html' && searchParams.get('policy');
    if (policy) response.setHeader('content-security-policy', policy);
    response.writeHead(file.status ?? 200, { 'content-type': file.type, ...file.headers }).end(file.body);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, files, reached, close: () => void server.close() };
}

/** MSW's worker script, as a file of a site. */
export async function workerScript(msw: string): Promise<SiteFile> {
  const path = fileURLToPath(import.meta.resolve(`${msw}/mockServiceWorker.js`));
  return { type: 'text/javascript', body: await readFile(path) };
}

/** Returns what the page shows after its first call. The page may be loaded again before. */
export async function outputOf(place: Page | Frame): Promise<string | null> {
  const output = place.locator('output');
  await output.waitFor();
  return output.textContent();
}

/** Calls a function that the page has put on its window. */
export function call(page: Page, name: string, ...values: unknown[]): Promise<unknown> {
  return page.evaluate(
    ([called, args]) =>
      (window as unknown as Record<string, (...values: unknown[]) => unknown>)[called as string]?.(
        ...(args as unknown[]),
      ),
    [name, values],
  );
}

const bundles = new Map<string, Promise<string>>();

/** Three test files serve the same script. */
function bundleOnce(msw: string, source: URL): Promise<string> {
  const key = `${msw} ${source}`;
  const bundled = bundles.get(key) ?? bundle(msw, source);
  bundles.set(key, bundled);
  return bundled;
}

async function bundle(msw: string, source: URL): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: {
      conditions: ['@issue-tracking/source', 'module', 'browser'],
      alias: [{ find: /^msw(?=\/|$)/, replacement: msw }],
    },
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      lib: { entry: fileURLToPath(source), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [result] = [built].flat();
  if (!result || !('output' in result)) throw new Error('Vite has built nothing');
  return result.output[0].code;
}
