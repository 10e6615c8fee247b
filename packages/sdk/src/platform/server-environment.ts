import { type ErrorDetail, mustBeOneOf } from '@issue-tracking/model';
import { nodeProblem } from '@issue-tracking/model/node-version';
import manifest from '../../package.json' with { type: 'json' };
import { platform } from './environment.ts';

/** The version of this package. The build keeps only this field of the manifest and `engines`. */
export const version: string = manifest.version;

/** @throws Error if Node is too old for this package. */
export function requireNode(): void {
  const problem = nodeProblem('@issue-tracking/sdk', manifest.engines.node);
  if (problem) throw new Error(problem);
}

/** Returns an environment variable without blanks around it; an empty one counts as absent. */
function environmentVariable(name: string): string | undefined {
  try {
    return platform.process?.env?.[name]?.trim() || undefined;
  } catch {
    // Deno denies access without `--allow-env`.
    return undefined;
  }
}

/** Options that a variable sets where the program doesn't. */
const variables = { baseUrl: 'ISSUE_TRACKING_BASE_URL', apiKey: 'ISSUE_TRACKING_API_KEY' } as const;
type FromEnvironment = { readonly [option in keyof typeof variables]?: string };

/** Returns the end of a message about a missing option. */
export function orSetVariable(option: keyof FromEnvironment): string {
  return ` or set ${variables[option]}`;
}

/** Returns the options that only the environment sets. Each of the two credentials replaces the key there. */
export function environmentOptions({
  baseUrl,
  apiKey,
  accessToken,
}: { readonly [option in keyof FromEnvironment | 'accessToken']?: unknown }): FromEnvironment {
  const url = baseUrl == null ? environmentVariable(variables.baseUrl) : undefined;
  const key = (apiKey ?? accessToken) == null ? environmentVariable(variables.apiKey) : undefined;
  return { ...(url !== undefined && { baseUrl: url }), ...(key !== undefined && { apiKey: key }) };
}

/** Names the options that were found in the environment by their variables. */
export function namedByVariables(details: readonly ErrorDetail[], found: FromEnvironment): ErrorDetail[] {
  const nameOf = (option: string) => (option in found && variables[option as keyof FromEnvironment]) || option;
  return details.map(({ field, message }) => ({ field: nameOf(field), message }));
}

const levelVariable = 'ISSUE_TRACKING_LOG';

/**
 * Returns the log level of the environment, which may be in any letter case. A wrong one is only a problem to log, because it
 * must not end a program.
 */
export function environmentLevel<Level extends string>(
  levels: readonly Level[],
): { readonly level?: Level; readonly problem?: string } {
  const value = environmentVariable(levelVariable);
  if (value === undefined) return {};
  const level = levels.find((one) => one === value.toLowerCase());
  return level ? { level } : { problem: `${levelVariable} ${mustBeOneOf(levels)}; found ${JSON.stringify(value)}` };
}

/**
 * Returns a `User-Agent` header for Node, Bun and Deno. A browser would drop the header, or send a preflight for each
 * request.
 */
export function userAgent(): Record<string, string> {
  const node = platform.process?.versions?.node;
  return node === undefined ? {} : { 'user-agent': `issue-tracking-sdk/${version} (node/${node})` };
}

/** Returns where a redirect leads, without path and query, which may be secret. */
export function redirectTarget(headers: Headers): string {
  const location = headers.get('location');
  return location && URL.canParse(location) ? ` to ${new URL(location).origin}` : '';
}

/** Host names and addresses in private networks. */
const privateHost =
  /^(\[.*\]|[^.]+|127\..+|10\..+|192\.168\..+|169\.254\..+|172\.(1[6-9]|2\d|3[01])\..+|.+\.(localhost|local|internal|lan|test|home\.arpa))$/;

/**
 * Warns about a credential that travels without TLS: every machine on the way can read it. A page needs no such
 * warning: a page that was loaded over TLS may not send without it.
 */
export function warnOfPlainHttp({ protocol, hostname }: URL, warn: (message: string) => void): void {
  if (protocol === 'https:' || privateHost.test(hostname)) return;
  warn(`the credential is sent to ${hostname} unencrypted. Use https:// in baseUrl.`);
}

/** An asynchronous context that was captured, such as the values of `AsyncLocalStorage` in it. */
export interface AsyncContext {
  runInAsyncScope<T>(run: () => T): T;
}

interface AsyncHooks {
  readonly AsyncResource: new (type: string) => AsyncContext;
}

interface WithBuiltins {
  readonly process?: { getBuiltinModule?(name: 'node:async_hooks'): AsyncHooks | undefined };
}

// No import: in Workers without `nodejs_compat` it would fail.
const hooks = (platform as WithBuiltins).process?.getBuiltinModule?.('node:async_hooks');

/**
 * Captures the present context, in Node, Bun, Deno, and Workers with `nodejs_compat`. An `AsyncResource` is made in 50 ns,
 * while `AsyncLocalStorage.snapshot()` takes 8 µs.
 */
export const captureContext: () => AsyncContext | undefined = hooks
  ? () => new hooks.AsyncResource('IssueTrackingCall')
  : () => undefined;

/** Whether this is Cloudflare's runtime. */
export function isWorker(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}
