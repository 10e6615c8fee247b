import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions, preview } from 'vite';

/** A server of the triage board's page. */
export interface BoardServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds the triage board into a folder, for a service and a user's token, and serves it like a static host. */
export async function serveBoard(outDir: string, service: { url: string; accessToken: string }): Promise<BoardServer> {
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
  const server = await preview({
    root,
    logLevel: 'warn',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const [url] = server.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error('Vite does not say where it serves the board.');
  return { url, close: () => server.close() };
}
