import manifest from '../../package.json' with { type: 'json' };

/** The version of this package. The build keeps only this of the manifest. */
export const version: string = manifest.version;

interface Platform {
  readonly process?: {
    readonly versions?: { readonly node?: string };
    readonly env?: Record<string, string | undefined>;
  };
  readonly document?: unknown;
  readonly location?: unknown;
}

/** The globals that tell where this runs; reading them needs no Node types in a browser's program. */
const platform: Platform = globalThis;

/** Where an environment exists, what it says; a variable that is set to nothing counts as absent. */
export function environmentVariable(name: string): string | undefined {
  return platform.process?.env?.[name] || undefined;
}

/** Whether this is a page, whose visitors can read what the program knows. */
function isPage(): boolean {
  return platform.document !== undefined && platform.process?.versions?.node === undefined;
}

/** Whether this is a page or a worker of one, where `fetch` may answer from the browser's cache. */
export const hasHttpCache: boolean = platform.location !== undefined && platform.process?.versions?.node === undefined;

/** A `User-Agent` for Node, Bun and Deno. In a browser it would be dropped, or cost every request a preflight. */
export function userAgent(): Record<string, string> {
  const node = platform.process?.versions?.node;
  return node === undefined ? {} : { 'user-agent': `issue-tracking-sdk/${version} (node/${node})` };
}

const warned = new Set<string>();

/** Says once in this program what nothing is refused for. */
function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  // biome-ignore lint/suspicious/noConsole: the one kind of message that has nowhere else to go.
  console.warn(`@issue-tracking/sdk: ${message}`);
}

/** Warns once in this program that an API key in a page is everyone's. */
export function warnOfKeyInPage(): void {
  if (isPage()) warnOnce('visitors can read the API key this page uses. Use accessToken.');
}

/** Names and addresses that no packet leaves a private network for. */
const privateHost =
  /^(\[.*\]|[^.]+|127\..+|10\..+|192\.168\..+|169\.254\..+|172\.(1[6-9]|2\d|3[01])\..+|.+\.(localhost|local|internal|lan|test|home\.arpa))$/;

/** Warns once in this program that everyone on the way can read a credential that travels without TLS. */
export function warnOfPlainHttp(host: string): void {
  if (!privateHost.test(host)) warnOnce(`the credential is sent to ${host} unencrypted. Use https:// in baseUrl.`);
}
