import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeJson } from '../adapters/node.ts';

const root = '/__mock/ui';

/** The files of the panel, with their content types. */
const types = new Map([
  ['index.html', 'text/html; charset=utf-8'],
  ['panel.js', 'text/javascript; charset=utf-8'],
  ['panel.css', 'text/css; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
]);

/** The page can load and call only this server. Screenshots may be `data:` URLs. */
const policy = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Folders of the built panel, relative to `dist/server.js` and to this file. */
const folders = ['panel/', '../../dist/panel/'];

/** The command that builds the panel in a clone: a published package has it. */
export const panelBuild = 'pnpm --filter @issue-tracking/mock build';

/** Returns whether the panel's files are there. */
export function isPanelBuilt(): boolean {
  const { existsSync } = process.getBuiltinModule('node:fs');
  return folders.some((folder) => existsSync(`${besideThis(folder)}index.html`));
}

/**
 * Returns a function that serves the panel under `/__mock/ui/`, and returns whether the request was for it. The files need no token,
 * because they reveal nothing of the mock. The requests that the panel sends to the control API need it.
 */
export function panelFiles(folder?: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (path !== root && !path.startsWith(`${root}/`)) return false;
    if (path === root) response.writeHead(308, { location: `${root}/`, 'content-length': 0 }).end();
    else
      void serve(
        folder ? [folder] : folders.map(besideThis),
        path.slice(root.length + 1) || 'index.html',
        request,
        response,
      );
    return true;
  };
}

async function serve(
  places: readonly string[],
  name: string,
  { method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const type = types.get(name);
  if (type === undefined) {
    writeJson(response, 404, { error: `The panel has no file ${name}: open ${root}/` });
    return;
  }
  if (method !== 'GET' && method !== 'HEAD') {
    writeJson(response, 405, { error: 'The files of the panel can only be read: use GET' }, { allow: 'GET, HEAD' });
    return;
  }
  const bytes = await read(places, name);
  if (!bytes) {
    writeJson(response, 404, { error: `The panel is not built here: run ${panelBuild}` });
    return;
  }
  response.writeHead(200, {
    'content-type': type,
    'content-length': bytes.length,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Files of two versions of the package must not be mixed.
    'cache-control': 'no-cache',
  });
  response.end(method === 'HEAD' ? undefined : bytes);
}

async function read(places: readonly string[], name: string): Promise<Uint8Array | undefined> {
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  for (const place of places) {
    const bytes = await readFile(`${place}${name}`).catch(() => undefined);
    if (bytes) return bytes;
  }
  return undefined;
}

function besideThis(folder: string): string {
  return `${import.meta.dirname}/${folder}`;
}
