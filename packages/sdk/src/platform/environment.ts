import { version } from './version.ts';

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

let warned = false;

/** Warns once in this program that an API key in a page is everyone's. */
export function warnOfKeyInPage(): void {
  if (warned || !isPage()) return;
  warned = true;
  // biome-ignore lint/suspicious/noConsole: the one message that has nowhere else to go.
  console.warn('@issue-tracking/sdk: visitors can read the API key this page uses. Use accessToken.');
}
