import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** A folder that is being served. */
export interface FolderServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a folder as any static host does, below a path. */
export async function serveFolder(folder: string, { below }: { below: string }): Promise<FolderServer> {
  const server = createServer(async (request, response) => {
    const file = new URL(request.url ?? '/', 'http://localhost').pathname.slice(below.length);
    const bytes = await readFile(join(folder, file)).catch(() => undefined);
    if (bytes) response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream').end(bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`,
    close: () => new Promise((closed) => void server.close(() => closed())),
  };
}
