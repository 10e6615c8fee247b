interface Platform {
  readonly process?: {
    readonly versions?: { readonly node?: string };
    readonly env?: Record<string, string | undefined>;
  };
  readonly document?: unknown;
  readonly location?: unknown;
}

/** Globals that identify the platform, typed without Node's types. */
export const platform: Platform = globalThis;

const isNode = platform.process?.versions?.node !== undefined;

/** Whether this is a page or a worker of one, where `fetch` may respond from the browser's cache. */
export const hasHttpCache: boolean = platform.location !== undefined && !isNode;

/** Warns about an API key in a page: every visitor can read it. */
export function warnOfKeyInPage(warn: (message: string) => void): void {
  if (platform.document !== undefined && !isNode) {
    warn('visitors can read the API key this page uses. Use accessToken.');
  }
}
