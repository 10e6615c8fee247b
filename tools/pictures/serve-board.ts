import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions, preview } from 'vite';

/** A folder that is being served. */
export interface FolderServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds the triage board into a folder, for a service and a user's token, and serves it. */
export async function serveBoard(outDir: string, service: { url: string; accessToken: string }): Promise<FolderServer> {
  const root = fileURLToPath(new URL('../../examples/triage-board', import.meta.url));
  await build({
    root,
    logLevel: 'error',
    build: { outDir },
    // Use the packages' sources, which need no build.
    resolve: { conditions: ['@issue-tracking/source', ...defaultClientConditions] },
    define: {
      'import.meta.env.VITE_SERVICE_URL': JSON.stringify(service.url),
      'import.meta.env.VITE_ACCESS_TOKEN': JSON.stringify(service.accessToken),
    },
  });
  return serveFolder(outDir);
}

/** Serves a folder like a static host. */
export async function serveFolder(outDir: string): Promise<FolderServer> {
  const server = await preview({
    configFile: false,
    logLevel: 'warn',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const [url] = server.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error(`Vite does not say where it serves ${outDir}.`);
  return { url, close: () => server.close() };
}
