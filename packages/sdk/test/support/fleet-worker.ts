// One of the processes of fleet.long.test.ts: reads, writes and comments until it has to end.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { IssueTrackingClient, IssueTrackingError } from '@issue-tracking/sdk';
import { redisStore } from '@issue-tracking/sdk/redis';
import { Redis } from 'ioredis';

/** The work of a process. */
export interface FleetPlan {
  readonly name: string;
  readonly baseUrl: string;
  readonly redisPath: string;
  readonly requests: number;
  readonly windowMs: number;
  /** The file with the present API key. */
  readonly keyFile: string;
  /** The issue that no other process changes. */
  readonly issueNumber: number;
}

/** The result of a process. */
export interface FleetReport {
  readonly done: number;
  readonly lastPriority: string | undefined;
  readonly errors: readonly string[];
}

const plan: FleetPlan = JSON.parse(process.argv[2] ?? '');
const redis = new Redis({ path: plan.redisPath, retryStrategy: () => 50, maxRetriesPerRequest: null });
redis.on('error', () => {});
const { requests, windowMs, baseUrl, issueNumber, name } = plan;
const client = new IssueTrackingClient({
  baseUrl,
  timeout: 3_000,
  logLevel: 'off',
  apiKey: async () => {
    const key = await readFile(plan.keyFile, 'utf8');
    return { key, expiresAt: new Date(Date.now() + 1_000) };
  },
  rateLimit: { requests, windowMs, store: redisStore(redis) },
});

let isOver = false;
let [done, lastPriority] = [0, undefined as string | undefined];
const errors = new Set<string>();
process.on('message', () => {
  isOver = true;
});

const priorities = ['low', 'medium', 'high'] as const;
for (let round = 0; !isOver; round++) {
  const priority = priorities[round % priorities.length] ?? 'low';
  const steps = [
    () => client.issues.get('prj_web', issueNumber),
    () => client.issues.update('prj_web', issueNumber, { priority }).then(() => (lastPriority = priority)),
    () =>
      client.issues.comments.create(
        'prj_web',
        issueNumber,
        { content: `${name} ${round}` },
        { onLostResponse: 'check' },
      ),
  ];
  for (const step of steps) {
    try {
      await step();
      done++;
    } catch (error) {
      errors.add(error instanceof IssueTrackingError ? error.name : String(error));
      await sleep(50);
    }
  }
}
process.send?.({ done, lastPriority, errors: [...errors] } satisfies FleetReport);
redis.disconnect();
process.disconnect?.();
