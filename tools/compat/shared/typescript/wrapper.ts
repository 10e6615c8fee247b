// A package that wraps the client and emits declarations, in which each type of a public signature has to be nameable.
import {
  type ClientOptions,
  type Hooks,
  IssueTrackingClient,
  type RateLimitOptions,
  type RawRequestOptions,
} from '@issue-tracking/sdk';

const client = new IssueTrackingClient();
type Issues = typeof client.issues;
type List = ReturnType<Issues['list']>;

export const hooks = { onWarning: (warning) => warning.message, onDrift: (drift) => drift.path } satisfies Hooks;
export const level = (options: ClientOptions) => options.logLevel ?? 'warn';
export const headers = (options: ClientOptions) => options.headers;
export const retry = (options: ClientOptions) => options.retry;
export const store = (options: RateLimitOptions) => options.store;
export const schema = (options: RawRequestOptions) => options.schema;
export const withDefaults = (options: ClientOptions) => ({ deadline: 10_000, ...options });

export const get = client.issues.get.bind(client.issues);
export const list = client.issues.list.bind(client.issues);
export const update = client.issues.update.bind(client.issues);
export const waitFor = client.issues.waitFor.bind(client.issues);
export const context = client.issues.context.bind(client.issues);
export const comment = client.issues.comments.create.bind(client.issues.comments);
export const request = client.request.bind(client);
export const read = (...args: Parameters<Issues['context']>) => client.issues.context(...args);
export const until = (status: Parameters<Issues['waitFor']>[2]) => status;
export const collected = (options: Parameters<List['toArray']>[0]) => options;
export const pages = (projectId: string) => client.issues.list(projectId).pages();
export const close = (options: Parameters<typeof client.close>[0]) => client.close(options);
export default { client, rateLimit: client.rateLimit };
