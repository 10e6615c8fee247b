import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { staticDirs, viteFinal } from './addon-preset.ts';

test('staticDirs() adds the worker script of MSW to the directories of the project', async () => {
  const [own, worker] = staticDirs(['../public']);
  expect(own).toBe('../public');
  expect(worker).toMatchObject({ to: '/mockServiceWorker.js' });
  expect(await readFile((worker as { from: string }).from, 'utf8')).toContain('Mock Service Worker.');
});

test('the Vite server has the worker script in the folder of each page, for @storybook/addon-vitest', async () => {
  const own = { name: 'own' };
  const config = viteFinal({ base: '/app/', plugins: [own] });
  expect(config).toMatchObject({ base: '/app/', plugins: [own, { name: 'issue-tracking:worker' }] });
  expect(viteFinal({})).toMatchObject({ plugins: [{ name: 'issue-tracking:worker' }] });

  const url = await serveWith(config.plugins[1] as unknown as VitePlugin);
  for (const path of [
    '/mockServiceWorker.js',
    '/app/mockServiceWorker.js',
    '/__vitest_test__/mockServiceWorker.js?x=1',
  ]) {
    const response = await fetch(url + path);
    expect(response.headers.get('content-type'), path).toBe('text/javascript');
    expect(await response.text(), path).toContain('Mock Service Worker.');
  }
  expect((await fetch(`${url}/src/main.ts`)).status).toBe(404);
});

interface VitePlugin {
  configureServer(server: { middlewares: { use(handle: Middleware): void } }): void;
}
type Middleware = (...parameters: [...Parameters<RequestListener>, next: () => void]) => void;

/** Starts a server with the middleware of a plugin, as Vite's; it answers 404 to other requests. */
async function serveWith(plugin: VitePlugin): Promise<string> {
  const added: Middleware[] = [];
  plugin.configureServer({ middlewares: { use: (handle) => added.push(handle) } });
  const server = createServer((request, response) => {
    for (const handle of added) handle(request, response, () => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
