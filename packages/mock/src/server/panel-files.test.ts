import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '@issue-tracking/mock';
import { expect, onTestFinished, test } from 'vitest';
import { serveHttp } from './listen.ts';
import { serverLimits } from './listen-options.ts';

async function served(options: { token?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'panel-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'secret.txt'), 'no');
  const server = await serveHttp(createMock(), options, serverLimits, `${folder}/`);
  onTestFinished(() => server.close());
  return server.url;
}

test('the panel page has a content security policy that allows only files of its server', async () => {
  const response = await fetch(`${await served()}/__mock/ui/`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')?.split('; ').sort()).toEqual([
    "base-uri 'none'",
    "default-src 'self'",
    "form-action 'none'",
    // Else any page could show the panel in itself, and lead clicks to it.
    "frame-ancestors 'self'",
    "img-src 'self' data:",
  ]);
  expect(await response.text()).toBe('<!doctype html>');
});

test('the server redirects a browser from the root to the panel', async () => {
  const url = await served();
  const response = await fetch(url, { headers: { accept: 'text/html' } });
  expect(response.url).toBe(`${url}/__mock/ui/`);
  expect((await fetch(`${url}/__mock/ui`)).url).toBe(`${url}/__mock/ui/`);
});

test('the server serves only files of the panel below its path', async () => {
  const url = await served();
  for (const name of ['secret.txt', '..%2f..%2fpackage.json', 'toString', 'a/index.html']) {
    expect((await fetch(`${url}/__mock/ui/${name}`)).status, name).toBe(404);
  }
  expect((await fetch(`${url}/__mock/ui/`, { method: 'POST' })).status).toBe(405);
  expect(await (await fetch(`${url}/__mock/ui/`, { method: 'HEAD' })).text()).toBe('');
});

test('the panel page needs no token, but the control API does', async () => {
  const url = await served({ token: 'let-me-in' });
  expect((await fetch(`${url}/__mock/ui/`)).status).toBe(200);
  expect((await fetch(`${url}/__mock/`)).status).toBe(401);
});

test('a cross-origin or cross-site request for the panel gets 403', async () => {
  const url = await served();
  const foreign = { headers: { origin: 'https://evil.example' } };
  expect((await fetch(`${url}/__mock/ui/`, foreign)).status).toBe(403);
  expect((await fetch(`${url}/__mock/ui/`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
});

test('a panel that is not built gets 404 with the reason', async () => {
  const server = await serveHttp(createMock(), {}, serverLimits, '/nowhere/');
  onTestFinished(() => server.close());
  const response = await fetch(`${server.url}/__mock/ui/`);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: expect.stringMatching(/not built.*pnpm /) });
});
