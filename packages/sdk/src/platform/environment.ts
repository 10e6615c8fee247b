interface Platform {
  readonly process?: {
    readonly versions?: { readonly node?: string };
    readonly env?: Record<string, string | undefined>;
  };
  readonly document?: unknown;
  readonly location?: unknown;
}

/** The globals that tell where this runs; reading them needs no Node types in a browser's program. */
export const platform: Platform = globalThis;

const isNode = platform.process?.versions?.node !== undefined;

/** Whether this is a page or a worker of one, where `fetch` may answer from the browser's cache. */
export const hasHttpCache: boolean = platform.location !== undefined && !isNode;

const warned = new Set<string>();

/** Says once in this program what nothing is refused for. */
export function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  // biome-ignore lint/suspicious/noConsole: the one kind of message that has nowhere else to go.
  console.warn(`@issue-tracking/sdk: ${message}`);
}

/** Warns once in this program that an API key in a page, whose visitors can read what the program knows, is everyone's. */
export function warnOfKeyInPage(): void {
  if (platform.document !== undefined && !isNode) {
    warnOnce('visitors can read the API key this page uses. Use accessToken.');
  }
}
