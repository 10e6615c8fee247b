// Code of applications, compiled as ES modules and as CommonJS, never run.
import { createMock, parseWorld, virtualClock, type World } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { type Issue, IssueTrackingClient, isIssueTrackingError, NotFoundError } from '@issue-tracking/sdk';
import { redisStore } from '@issue-tracking/sdk/redis';
import { Redis } from 'ioredis';
import { Agent, fetch as undiciFetch } from 'undici';
import world from './world.json' with { type: 'json' };

const baseUrl = 'https://issues.example';
const apiKey = 'svc_key';

new IssueTrackingClient({ baseUrl, apiKey, fetch: undiciFetch });
const dispatcher = new Agent();
new IssueTrackingClient({ baseUrl, apiKey, fetch: (input, init) => undiciFetch(input, { ...init, dispatcher }) });
new IssueTrackingClient({ baseUrl, apiKey, rateLimit: { store: redisStore(new Redis()) } });

const mock = createMock({ world: demoWorld(), clock: virtualClock({ auto: true }) });
const client = new IssueTrackingClient(mock.clientOptions);
createMock({ world: parseWorld(world) satisfies World });

/** node-fetch has ES modules only, which CommonJS imports dynamically. */
export async function withNodeFetch(): Promise<IssueTrackingClient> {
  const { default: nodeFetch } = await import('node-fetch');
  return new IssueTrackingClient({ baseUrl, apiKey, fetch: nodeFetch });
}

export async function read(): Promise<string> {
  for await (const issue of client.issues.list('prj_web', { status: 'open' })) {
    const { techContext } = await client.issues.context('prj_web', issue.issueNumber);
    const detail: Issue = await client.issues.get('prj_web', issue.issueNumber);
    return `${detail.title} ${techContext?.cssSelector}`;
  }
  try {
    await client.issues.update('prj_web', 1, { status: 'fix_submitted' });
    // @ts-expect-error people set `verified`, in the dashboard
    await client.issues.update('prj_web', 1, { status: 'verified' });
  } catch (error) {
    if (error instanceof NotFoundError) return error.error;
    if (isIssueTrackingError(error)) return error.message;
  }
  return '';
}
