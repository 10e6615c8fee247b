import type { Clock } from '@issue-tracking/sdk';
import type { Random } from '../../../../tools/testing/random.ts';
import { comment, issue, listItem } from '../support/records.ts';
import type { Credential } from './credential.ts';
import type { Network } from './plan.ts';

const counts = { consoleErrorCount: 1, networkErrorCount: 1, jsErrorCount: 1, userActionCount: 1, screenshotCount: 1 };
const pages = 3;

/** What the service saw. */
export interface Seen {
  readonly posts: Map<string, number>;
  /** Requests by call, as the calls name themselves in a header, in order of arrival. */
  readonly arrivals: Map<string, number[]>;
  /** When requests were rejected, by their credential. */
  readonly rejectedAt: Map<string, number[]>;
  /** Calls of which a request was rejected. */
  readonly rejected: Set<string>;
  limited: number;
  /** Requests that were sent although a 429 had told its client to wait. */
  tooEarly: number;
  inFlight: number;
  mostInFlight: number;
}

/** A service that counts requests when they arrive, over a network that loses and delays them. */
export function serviceOf(clock: Clock, random: Random, network: Network, { isValid }: Credential) {
  const seen: Seen = {
    posts: new Map(),
    arrivals: new Map(),
    rejectedAt: new Map(),
    rejected: new Set(),
    limited: 0,
    tooEarly: 0,
    inFlight: 0,
    mostInFlight: 0,
  };
  const start = clock.now();
  const window: number[] = [];
  let wrong401s = network.wrong401s;
  let pausedUntil = 0;
  const { limit, windowMs, latencyMs } = network;

  /** Time on the way, of which a client that has given up sees nothing. */
  const travel = () => clock.sleep(random.between(...latencyMs) / 2);

  function respond(request: Request, content: string): Response {
    const [, issueNumber] = /issues\/(\d+)/.exec(request.url) ?? [];
    const last = request.url.split('?')[0]?.split('/').at(-1);
    if (request.method === 'POST') {
      seen.posts.set(content, (seen.posts.get(content) ?? 0) + 1);
      return Response.json({ data: comment(`c${seen.posts.size}`, content) }, { status: 201 });
    }
    const whole = issue({
      issueNumber: Number(issueNumber),
      metadataSummary: counts,
      status: network.status(clock.now() - start),
    });
    if (last === issueNumber) return Response.json({ data: whole });
    if (last === 'comments') {
      const data = [...seen.posts.keys()].map((text, index) => comment(`c${index}`, text));
      return Response.json({ data, total: data.length });
    }
    if (last === 'tech-context') return Response.json({ data: null });
    if (last !== 'issues') return Response.json({ data: [], total: 0 });
    const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
    return Response.json({ data: page > pages ? [] : [listItem(page)], total: pages, page, totalPages: pages });
  }

  /** Returns the response, or how the connection ends. */
  async function arrive(request: Request): Promise<Response | 'hang' | 'reset' | 'cut'> {
    const now = clock.now();
    const call = request.headers.get('x-call') ?? '';
    seen.arrivals.set(call, [...(seen.arrivals.get(call) ?? []), now]);
    const isRevoked = network.revoked.some(([from, to]) => now - start >= from && now - start < to);
    const credential = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
    if (isRevoked || !isValid(credential) || wrong401s-- > 0) {
      seen.rejected.add(call);
      seen.rejectedAt.set(credential, [...(seen.rejectedAt.get(credential) ?? []), now]);
      return Response.json({ error: 'Unauthorized' }, { status: 401 });
    }
    while ((window[0] ?? now) <= now - windowMs) window.shift();
    if (window.length >= limit) {
      seen.limited++;
      const seconds = Math.ceil(((window[0] ?? now) + windowMs - now) / 1_000);
      return Response.json({ error: 'Too many' }, { status: 429, headers: { 'retry-after': `${seconds}` } });
    }
    window.push(now);
    const fate = random.chance(network.faults)
      ? random.pick(['500', '503', 'hang', 'cut', 'reset', 'reset after'] as const)
      : 'ok';
    if (fate === '500' || fate === '503') return Response.json({ error: 'Sorry' }, { status: Number(fate) });
    if (fate === 'reset') return 'reset';
    const response = respond(request, request.method === 'POST' ? JSON.parse(await request.text()).content : '');
    if (fate === 'reset after') return 'reset';
    return fate === 'ok' ? response : fate;
  }

  async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const signal = init?.signal;
    const request = new Request(input, { ...init, signal: null });
    if (clock.now() < pausedUntil) seen.tooEarly++;
    seen.mostInFlight = Math.max(seen.mostInFlight, ++seen.inFlight);
    try {
      await travel();
      const result = await arrive(request);
      await travel();
      signal?.throwIfAborted();
      if (result === 'hang')
        return await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      if (result === 'reset') throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
      if (result === 'cut')
        return new Response('{"data": {"issueN', { headers: { 'content-type': 'application/json' } });
      const wait = Number(result.headers.get('retry-after') ?? 0);
      if (result.status === 429) pausedUntil = Math.max(pausedUntil, clock.now() + wait * 1_000);
      return result;
    } finally {
      seen.inFlight--;
    }
  }
  return { seen, fetch };
}
