/** The remedies that depend on the way in which a page gets its worker. */
export interface WorkerAdvice {
  /** How the script is served. */
  readonly serving: string;
  /** How the mock shares a worker with another MSW of the page. */
  readonly sharing: string;
}

/** Returns the error for a worker that did not start, with advice for its cause. */
export function startError(cause: unknown, url: string, ways: WorkerAdvice): Error {
  const { message } = cause instanceof Error ? cause : { message: String(cause) };
  const found = causes.find(({ sign }) => sign.test(message));
  const advice = found?.advice(ways, message) ?? message;
  return new Error(`The mock's service worker at ${url} did not start. ${advice}`, { cause });
}

interface Cause {
  readonly sign: RegExp;
  advice(ways: WorkerAdvice, message: string): string;
}

/** Messages of browsers and MSW, each with its remedy. */
const causes: readonly Cause[] = [
  {
    sign: /already (replaced|enabled|started)/,
    advice: ({ sharing }) =>
      `Something else in this page has started MSW, or replaced what MSW replaces. If that is a worker of your own, ${sharing}`,
  },
  {
    sign: /max scope|scope is not under/,
    advice: () =>
      'The requested scope is not below the folder of the script. Serve the script from the root, or set ' +
      'serviceWorker.options.scope to a path below its folder.',
  },
  {
    sign: /Content Security Policy|violates the following|\bCSP\b/i,
    advice: () => "The page's content security policy forbids it. Allow worker-src 'self', at least in development.",
  },
  {
    sign: /script evaluation failed/,
    advice: () => "The script throws an error. Write MSW's own again with 'npx msw init <public directory>'.",
  },
  {
    sign: /origin of the provided scriptURL|does not match the current origin/,
    advice: () => 'The script is on another origin. Serve it from the origin of the page.',
  },
  {
    sign: /certificate error/,
    advice: () =>
      "The browser doesn't trust the certificate of this page, so it loads no worker script from it, even if the page was let " +
      'through. Open the page at http://localhost, or have the computer trust the certificate, as mkcert does.',
  },
  {
    sign: /denied permission|operation is insecure/,
    advice: () =>
      'The browser blocks the storage of this page, and with it service workers: its cookies are blocked, the window is private, ' +
      'or the page is in a frame of another site. Allow cookies for the page, or open it by itself.',
  },
  {
    sign: /behind a redirect/,
    advice: () => 'The script is behind a redirect, such as to a login, which browsers forbid. Serve it directly.',
  },
  {
    sign: /MIME type/,
    advice: ({ serving }, message) =>
      `The address has no script, but a file of type ${/MIME type \(?'?([^')\s]+)/.exec(message)?.[1]}. Development servers respond with ` +
      `the application's page where there is no file. ${serving}`,
  },
  {
    sign: /does not exist|response code \(4\d\d\)|Failed to locate/,
    advice: ({ serving }, message) =>
      `The script is not served there (${/\((4\d\d)\)/.exec(message)?.[1] ?? 404}). ${serving}`,
  },
  {
    sign: /fetching the script/,
    advice: (_ways, message) => `The script could not be loaded: ${message.slice(message.lastIndexOf(': ') + 2)}`,
  },
];
