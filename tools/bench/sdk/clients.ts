import { IssueTrackingClient } from '@issue-tracking/sdk';
import ky from 'ky';
import OpenAI from 'openai';
import { apiKey, onePath, pagePath } from '../harness/fixtures.ts';

/** A client that requests a page of 100 issues and one issue. Both resolve to `data`. */
export interface Client {
  name: string;
  ours?: boolean;
  page: () => Promise<unknown>;
  one: () => Promise<unknown>;
}

type Fetch = typeof globalThis.fetch;
interface Body {
  data: unknown;
}

const authorization = `Bearer ${apiKey}`;

export function bareClient(base: string, fetch: Fetch): Client {
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(base + path, { headers: { authorization } });
    return (JSON.parse(await response.text()) as Body).data;
  };
  return { name: 'fetch + JSON.parse', page: () => get(pagePath), one: () => get(onePath) };
}

export function kyClient(base: string, fetch: Fetch): Client {
  const client = ky.create({ fetch, headers: { authorization } });
  const get = async (path: string): Promise<unknown> => (await client.get(base + path).json<Body>()).data;
  return { name: 'ky', page: () => get(pagePath), one: () => get(onePath) };
}

/**
 * Creates a client of the SDK with everything on. The short window lets the limiter use hundreds of slots without waiting, so
 * that its own work is measured.
 */
export function ourClient(base: string, fetch: Fetch): Client {
  const client = new IssueTrackingClient({
    baseUrl: base,
    apiKey,
    fetch,
    rateLimit: { requests: 1_000, windowMs: 10 },
  });
  return {
    name: '@issue-tracking/sdk',
    ours: true,
    page: async () => (await client.issues.list('prj_0', { limit: 100 })).data,
    one: () => client.issues.get('prj_0', 7),
  };
}

export function openaiClient(base: string, fetch: Fetch): Client {
  const client = new OpenAI({ baseURL: base, apiKey, fetch });
  const get = async (path: string): Promise<unknown> => ((await client.get(path)) as Body).data;
  return { name: 'openai', page: () => get(pagePath), one: () => get(onePath) };
}
