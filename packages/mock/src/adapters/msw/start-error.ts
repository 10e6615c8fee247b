/** Returns the error for a worker that did not start, with advice for its cause. */
export function startError(cause: unknown, url: string): Error {
  const { message } = cause instanceof Error ? cause : { message: String(cause) };
  const { advice } = causes.find(({ sign }) => sign.test(message)) ?? { advice: message };
  return new Error(`The mock's service worker at ${url} did not start. ${advice}`, { cause });
}

/** Messages of browsers and MSW, each with its remedy. */
const causes: readonly { readonly sign: RegExp; readonly advice: string }[] = [
  {
    sign: /already (replaced|enabled|started)/,
    advice:
      'Something else in this page has started MSW, or replaced what MSW replaces. ' +
      'If that is a worker of your own, add the mock to it: worker.use(...handlers(mock)).',
  },
  {
    sign: /max scope|scope is not under/,
    advice:
      'The requested scope is not below the folder of the script. Serve the script from the root, or set ' +
      'serviceWorker.options.scope to a path below its folder.',
  },
  {
    sign: /Content Security Policy|violates the following|\bCSP\b/i,
    advice: "The page's content security policy forbids it. Allow worker-src 'self', at least in development.",
  },
  {
    sign: /script evaluation failed/,
    advice: "The script throws an error. Write MSW's own again with 'npx msw init <public directory>'.",
  },
  {
    sign: /origin of the provided scriptURL|does not match the current origin/,
    advice: 'The script is on another origin. Serve it from the origin of the page.',
  },
  {
    sign: /does not exist|MIME type|bad HTTP response|fetching the script|404|Failed to locate/i,
    advice:
      "The script is not served there. With Vite, add msw({ mode: 'worker-only' }) of 'msw/vite' to the plugins; elsewhere, run " +
      "'npx msw init <public directory>'. If the page is not at the root, set serviceWorker.url. " +
      'If this is a production build, the mock should not be in it: start it behind a guard such as if (import.meta.env.DEV).',
  },
];
