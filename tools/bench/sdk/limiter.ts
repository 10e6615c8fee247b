import { IssueTrackingClient } from '@issue-tracking/sdk';
import ky from 'ky';
import OpenAI from 'openai';
import PQueue from 'p-queue';
import { apiKey, oneJson, onePath } from '../harness/fixtures.ts';
import { seeded } from '../harness/numbers.ts';
import type { Report } from '../harness/report.ts';
import { installVirtualTime, passTimeUntil, virtualNow, virtualSleep } from '../harness/virtual-time.ts';

const workers = 10;
const callsEach = 1_000;
const limit = 100;
const windowMs = 60_000;
const idealMs = ((workers * callsEach) / limit - 1) * windowMs;
const base = 'https://issues.example.com';

interface Service {
  fetch: typeof fetch;
  /** Returns the number of responses with 429. */
  refused: () => number;
}

/** Creates a service with a sliding log of arrival times, behind a network of varying latency. */
function service(): Service {
  const random = seeded(1);
  let arrivals: number[] = [];
  let refused = 0;
  const respond = async (): Promise<Response> => {
    await virtualSleep(random() < 0.05 ? 2_000 * random() : 20 + 60 * random());
    const now = virtualNow();
    arrivals = arrivals.filter((at) => now - at < windowMs);
    const free = arrivals.length < limit;
    if (free) arrivals.push(now);
    else refused += 1;
    const retryAfter = Math.ceil(((arrivals[0] ?? now) + windowMs - now) / 1_000);
    await virtualSleep(20 + 60 * random());
    const headers = { 'content-type': 'application/json', date: new Date().toUTCString() };
    if (free) return new Response(oneJson, { headers });
    const body = '{"error":"Too many requests"}';
    return new Response(body, { status: 429, headers: { ...headers, 'retry-after': String(retryAfter) } });
  };
  return { fetch: respond, refused: () => refused };
}

interface Way {
  name: string;
  ours?: boolean;
  /** Returns a function that makes one call. */
  through: (fetch: Service['fetch']) => () => Promise<unknown>;
}

const ways: Way[] = [
  {
    name: '@issue-tracking/sdk',
    ours: true,
    through: (fetch) => {
      const client = new IssueTrackingClient({ baseUrl: base, apiKey, fetch });
      return () => client.issues.get('prj_0', 7);
    },
  },
  {
    name: 'p-queue, 100 per 60 s, strict, around ky',
    through: (fetch) => {
      const queue = new PQueue({ intervalCap: limit, interval: windowMs, strict: true });
      const client = ky.create({ fetch, retry: 0, timeout: false });
      return () => queue.add(() => client.get(base + onePath).json());
    },
  },
  {
    name: 'ky, retries on 429',
    through: (fetch) => {
      const client = ky.create({ fetch });
      return () => client.get(base + onePath).json();
    },
  },
  {
    name: 'openai',
    through: (fetch) => {
      const client = new OpenAI({ baseURL: base, apiKey, fetch });
      return () => client.get(onePath);
    },
  },
  {
    name: 'openai, maxRetries 10',
    through: (fetch) => {
      const client = new OpenAI({ baseURL: base, apiKey, fetch, maxRetries: 10 });
      return () => client.get(onePath);
    },
  },
];

export default async function limiter(): Promise<Report> {
  installVirtualTime();
  const results = [];
  for (const way of ways) results.push(await run(way));
  const ours = results.find((result) => result.ours);
  return {
    title: 'Staying under the limit',
    how: `${workers} workers × ${callsEach} calls against a sliding log of ${limit} a minute, latency 40 to 140 ms with a slow twentieth, in virtual time. Ideal: ${idealMs / 1_000} s.`,
    columns: ['', '429s', 'calls failed', 'seconds', 'of ideal'],
    rows: results.map(({ name, ours: own, refused, failed, ms }) => ({
      name,
      ours: own,
      // No ratio for contenders with failed calls, which end early.
      cells: [
        String(refused),
        String(failed),
        (ms / 1_000).toFixed(0),
        failed > 0 ? '–' : `${(ms / idealMs).toFixed(3)}×`,
      ],
    })),
    targets: [
      { name: 'answers with 429', measured: ours?.refused ?? Number.NaN, limit: 0, unit: '' },
      { name: 'time, of ideal', measured: (ours?.ms ?? Number.NaN) / idealMs, limit: 1.03, unit: '×' },
    ],
    invalid: ours?.failed === 0 ? [] : [`ours failed ${ours?.failed} calls: ${ours?.firstError}`],
  };
}

async function run({ name, ours = false, through }: Way) {
  const { fetch, refused } = service();
  const call = through(fetch);
  const start = virtualNow();
  let failed = 0;
  let firstError: unknown;
  const work = Promise.all(
    Array.from({ length: workers }, async () => {
      for (let index = 0; index < callsEach; index += 1) {
        try {
          await call();
        } catch (error) {
          failed += 1;
          firstError ??= error;
        }
      }
    }),
  );
  await passTimeUntil(work);
  return { name, ours, refused: refused(), failed, firstError, ms: virtualNow() - start };
}
