import { createMock, type Mock, type MockOptions, virtualClock } from '@issue-tracking/mock';
import type { ListenOptions } from '@issue-tracking/mock/server';
import { onTestFinished } from 'vitest';
import { serveHttp } from '../src/server/listen.ts';
import { type ServerLimits, serverLimits } from '../src/server/listen-options.ts';
import { client, start, world } from './fixture.ts';
import { exchange, type RawResponse } from './raw-http.ts';

/** A mock of the fixture's world behind HTTP, until the test ends. */
export interface Served extends ReturnType<typeof client> {
  mock: Mock;
  url: string;
  close(): Promise<void>;
  /** Sends a request with exactly these headers besides `Host`, and reads the response. */
  raw(requestLine: string, headers?: Record<string, string>, body?: string): Promise<RawResponse>;
  /** Calls a method over the control API. */
  control(method: string, input?: unknown): Promise<{ status: number; body: unknown }>;
}

/** Serves a mock of the fixture's world on a virtual clock, by default without a rate limit. */
export async function serve(
  listenOptions: ListenOptions = {},
  mockOptions: MockOptions = {},
  limits: Partial<ServerLimits> = {},
): Promise<Served> {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), rateLimit: false, ...mockOptions });
  const { url, close } = await serveHttp(mock, listenOptions, { ...serverLimits, ...limits });
  onTestFinished(close);
  return {
    mock,
    url,
    close,
    ...client(fetch, url),
    raw(requestLine, headers = {}, body = '') {
      const all = { host: new URL(url).host, ...(body && { 'content-length': String(body.length) }), ...headers };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
      return exchange(url, `${[`${requestLine} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`);
    },
    async control(method, input = {}) {
      const response = await fetch(`${url}/__mock/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      return { status: response.status, body: await response.json() };
    },
  };
}
