// One of the processes of many-processes.long.test.ts: makes its calls with some workers and reports the results.
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { type RedisClient, redisStore } from '@issue-tracking/sdk/redis';

/** The task of a process. */
export interface WorkerPlan {
  readonly library: 'ioredis' | 'iovalkey' | 'redis';
  readonly redisPath: string;
  readonly baseUrl: string;
  readonly requests: number;
  readonly windowMs: number;
  readonly timeout: number;
  readonly workers: number;
  readonly calls: number;
}

/** The report of a process. */
export interface WorkerReport {
  readonly succeeded: number;
  readonly errors: readonly string[];
}

const plan: WorkerPlan = JSON.parse(process.argv[2] ?? '');
const connections: Record<WorkerPlan['library'], () => Promise<[RedisClient, () => unknown]>> = {
  async ioredis() {
    const { Redis } = await import('ioredis');
    const client = new Redis({ path: plan.redisPath }).on('error', ignore);
    return [client, () => client.disconnect()];
  },
  async iovalkey() {
    const { Redis } = await import('iovalkey');
    const client = new Redis({ path: plan.redisPath }).on('error', ignore);
    return [client, () => client.disconnect()];
  },
  async redis() {
    const { createClient } = await import('redis');
    const client = await createClient({ socket: { path: plan.redisPath, tls: false } })
      .on('error', ignore)
      .connect();
    return [client, () => client.destroy()];
  },
};

const { requests, windowMs, baseUrl, timeout } = plan;
const [redis, close] = await connections[plan.library]();
const client = new IssueTrackingClient({
  baseUrl,
  apiKey: 'svc_shared',
  timeout,
  rateLimit: { requests, windowMs, store: redisStore(redis) },
});

let left = plan.calls;
let succeeded = 0;
const errors: string[] = [];

async function work() {
  while (left-- > 0) {
    try {
      await client.projects.list();
      succeeded++;
    } catch (error) {
      errors.push(String(error));
    }
  }
}

await Promise.all(Array.from({ length: plan.workers }, work));
process.send?.({ succeeded, errors } satisfies WorkerReport);
close();
// The channel to the parent would keep the process; nothing of the client may.
process.disconnect?.();

function ignore() {}
