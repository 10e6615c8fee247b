import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { base, dist } from '../paths.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};

const cached = { 'cache-control': 'max-age=600' };

export interface Served extends AsyncDisposable {
  /** The address of the site, without a slash at its end. */
  url: string;
}

/** Serves the built site on a free port, below its path, with gzip for texts, caching and the page for unknown paths, as GitHub Pages does. */
export async function serveSite(): Promise<Served> {
  const server = createServer((request, response) => {
    const found = fileAt(new URL(request.url ?? '/', 'http://site').pathname);
    const file = found ?? join(dist, '404.html');
    const type = types[extname(file)] ?? 'application/octet-stream';
    const encoding = /text|json|svg/.test(type) && { 'content-encoding': 'gzip' };
    response.writeHead(found ? 200 : 404, { 'content-type': type, ...encoding, ...(found && cached) });
    if (encoding) pipeline(createReadStream(file), createGzip(), response, () => {});
    else createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}${base.slice(0, -1)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function fileAt(pathname: string): string | undefined {
  if (!pathname.startsWith(base)) return undefined;
  const path = normalize(`/${decodeURI(pathname.slice(base.length))}`);
  return [path, `${path}.html`, `${path}/index.html`]
    .map((name) => join(dist, name))
    .find((name) => existsSync(name) && statSync(name).isFile());
}
