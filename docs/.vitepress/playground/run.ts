import { demoWorld } from '@issue-tracking/mock/demo';
import { transform } from 'sucrase';
import { inspect } from './inspect.ts';
import { fileName, lineOf, lineOfSyntaxError, textOf } from './locate.ts';
import type { Code, Failure, Printed } from './messages.ts';
import { createMock, importPackage, mocks } from './packages.ts';

/** At the address that a mock has by default. */
const standing = createMock();

/**
 * What `issue-tracking-mock` serves, at its address. Some pages begin with it, and code that makes no mock of its own
 * finds it in its environment.
 */
const served = createMock({ baseUrl: 'http://127.0.0.1:4010', world: demoWorld() });
const services = [standing, served];

/** What runs code needs of who shows it. */
export interface Output {
  print(line: Printed): void;
  /** The error that ended the code, and each that nothing caught. */
  fail(failure: Failure): void;
}

/** Runs code, once in a worker's life. */
export async function run({ setup, code }: Code, { print, fail }: Output): Promise<void> {
  let printing = false;
  const printer =
    (level: Printed['level']) =>
    (...values: unknown[]): void => {
      if (printing || level === 'error') print({ level, text: values.map((value) => inspect(value)).join(' ') });
    };
  const console = {
    log: printer('log'),
    info: printer('log'),
    debug: printer('log'),
    warn: printer('warn'),
    error: printer('error'),
  };
  const before = `${setup}\n;$print();\n`;
  const failed = (error: unknown, at = lineOf(error)): void => {
    const line = at === undefined ? 0 : at - (before.split('\n').length - 1);
    fail({ text: textOf(error), ...(line > 0 && { line }) });
  };

  let script = '';
  let start: Start;
  try {
    const stripped = transform(before + code, {
      transforms: ['typescript', 'imports'],
      production: true,
      disableESTransforms: true,
    });
    // On the line of its first, so that lines stay; in a block of its own, so that code may have a `fetch` or a
    // `console` too.
    script = `(async (require, exports, console, $print) => {{${stripped.code}\n}})\n//# sourceURL=${fileName}`;
    // biome-ignore lint/security/noGlobalEval: what the page is for, in a worker of a sandboxed frame
    start = globalThis.eval(script);
  } catch (error) {
    failed(error, lineOf(error) ?? (await lineOfSyntaxError(script)));
    return;
  }
  addEventListener('error', (event) => {
    event.preventDefault();
    failed(event.error);
  });
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    failed(event.reason);
  });
  try {
    await start(importPackage, {}, console, () => {
      printing = true;
    });
  } catch (error) {
    failed(error);
  }
}

/** What the script of a run is: a function of what modules and consoles are elsewhere. */
type Start = (require: typeof importPackage, exports: object, console: object, print: () => void) => Promise<void>;

/** The mock to show: of those that were called, the one that the code made last. */
export function shownMock() {
  return mocks.findLast((mock) => mock.requests.last()) ?? mocks.at(-1);
}

function environment(): Record<string, string> {
  const { apiKey } = served.clientOptions;
  return { ISSUE_TRACKING_BASE_URL: served.baseUrl, ISSUE_TRACKING_API_KEY: apiKey ?? '' };
}

/** `fetch` of the code: the services that stand, and nothing beyond them. */
const fetchMock: typeof fetch = async (input, init) => {
  const { url } = new Request(input, init);
  const service = services.find(({ baseUrl }) => url.startsWith(`${baseUrl}/`));
  if (service) return service.fetch(input, init);
  const addresses = services.map(({ baseUrl }) => baseUrl).join(' and ');
  throw new TypeError(`The playground has no network: ${url} cannot be reached, only ${addresses}.`);
};

// A client without a `fetch` of its own takes the global one, and one without options the environment's.
globalThis.fetch = fetchMock;
// Ctrl-C, which a program may listen to, cannot be pressed here.
Object.assign(globalThis, { process: { env: environment(), once() {} } });
