import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@issue-tracking/sdk';
import type { Browser, Page } from 'playwright';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomFrom } from '../../../../tools/testing/random.ts';
import { some } from '../../../../tools/testing/seeds.ts';
import { sharedChromium } from '../../../../tools/testing/shared-chromium.ts';
import { goodKey } from './against.ts';
import type { Fate } from './service/answers.ts';
import { Service } from './service/service.ts';

/** Headers with which a GET may be kept: for a minute, or for a tenth of the time since it last changed. */
const cacheable: [string, Record<string, string>][] = [
  ['max-age', { 'cache-control': 'max-age=60' }],
  ['private and an ETag', { 'cache-control': 'private, max-age=600', etag: '"1"' }],
  ['only Last-Modified', { 'last-modified': 'Wed, 01 Jan 2025 00:00:00 GMT' }],
];

describe.each(some(cacheable))(
  'in Chromium with a service that responds to GETs with %s,',
  { tags: 'chromium' },
  (_, headers) => {
    let script: string;
    let browser: Browser;
    let page: Page;
    let server: Server;
    let service: Service;

    beforeAll(async () => {
      [script, browser] = await Promise.all([bundle(), sharedChromium()]);
    });
    beforeEach(async () => {
      service = new Service(systemClock, randomFrom(1), { latencyMs: [0, 0], landsWithinMs: 300 });
      service.grant(goodKey);
      service.issues.add(systemClock.now() - 86_400_000);
      server = await serve(service, script, headers);
      page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    });
    afterEach(async () => {
      await page.close();
      server.closeAllConnections();
      server.close();
    });

    /** Runs code in the page, beside the client. */
    const inPage = (code: string) =>
      page.evaluate(`(async () => {
      const { IssueTrackingClient } = await import('/sdk.js');
      const options = { baseUrl: location.origin, apiKey: '${goodKey}' };
      ${code}
    })()`);

    test('waitFor returns a status that another user has set', async () => {
      const waited = inPage(`
      const client = new IssueTrackingClient(options);
      const issue = await client.issues.waitFor('prj_web', 1, { status: 'verified' }, { interval: 50, deadline: 25_000 });
      return issue.status;
    `);
      while (service.counts.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      service.verify(1);
      expect(await waited).toBe('verified');
    });

    test('[EP-12] a comment whose response was lost is found and not sent twice', async () => {
      // A success would make Chromium forget what it kept of this address.
      service.nextWritesMeet.push('502, lands late');
      const id = await inPage(`
      const client = new IssueTrackingClient(options);
      return client.issues.comments.create('prj_web', 1, { content: 'once' }, { onLostResponse: 'check' })
        .then(({ id }) => id, (error) => error.name + ', ' + error.mayHaveBeenApplied);
    `);
      expect(service.comments(1)).toHaveLength(1);
      expect(id).toBe('c1-0');
    });
  },
);

/** The client as a browser gets it, made from the sources. */
async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
  const conditions = ['@issue-tracking/source', 'module', 'browser', 'production'];
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions },
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'sdk' } },
  });
  const [first] = (Array.isArray(output) ? output : [output]) as Rolldown.RolldownOutput[];
  const chunk = first?.output.find((one) => one.type === 'chunk');
  if (!chunk || !('code' in chunk)) throw new Error('Vite made nothing of the client');
  return chunk.code;
}

/** A page, the client and the service on one origin. */
async function serve(service: Service, script: string, headers: Record<string, string>): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (!path.startsWith('/api/')) {
      const isScript = path === '/sdk.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : '<!doctype html><title>A page</title>');
      return;
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = 'GET' } = request;
    const asked = { ...request.headers, 'x-call': undefined, authorization: request.headers.authorization };
    const own = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value?.toString()]));
    const gone = () => response.destroyed;
    answerWith(
      response,
      await service.take({ method, path, headers: own, body, source: 'a browser', gone }),
      method === 'GET' ? headers : {},
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function answerWith(response: ServerResponse, fate: Fate, more: Record<string, string>): void {
  if (fate.kind === 'hang') return;
  if (fate.kind !== 'answer') {
    response.socket?.resetAndDestroy();
    return;
  }
  const { status, headers, body } = fate.answer;
  response.writeHead(status, { ...headers, ...more, 'content-length': Buffer.byteLength(body) });
  if (!fate.cut) response.end(body);
  else response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
}
