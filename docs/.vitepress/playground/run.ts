import { demoWorld } from '@issue-tracking/mock/demo';
import { transform } from 'sucrase';
import { inspect } from './inspect.ts';
import { fileName, lineOf, lineOfSyntaxError, textOf } from './locate.ts';
import type { Code, Failure, Printed } from './messages.ts';
import { createMock, importPackage, mocks } from './packages.ts';

/** The mock at a mock's default address. */
const standing = createMock();

/**
 * The mock that the command `issue-tracking-mock` serves, at the command's address. Some pages begin with that command, and
 * code without a mock of its own finds this address in the environment.
 */
const served = createMock({ baseUrl: 'http://127.0.0.1:4010', world: demoWorld() });
const services = [standing, served];

/** Receives the output of a run. */
export interface Output {
  print(line: Printed): void;
  /** Shows the error that ended the code, or an error that nothing caught. */
  fail(failure: Failure): void;
}

/** Runs code. Call it only once per worker, because it adds listeners to the global scope. */
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
    // The wrapper adds no line before the code, so line numbers stay. The inner block allows the code to declare its own
    // `require` or `console`.
    script = `(async (require, exports, console, $print) => {{${stripped.code}\n}})\n//# sourceURL=${fileName}`;
    // biome-ignore lint/security/noGlobalEval: the purpose of the page; runs in a worker of a sandboxed frame
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

/** The function that a script evaluates to. Its parameters replace `require`, `exports` and `console` of the code. */
type Start = (require: typeof importPackage, exports: object, console: object, print: () => void) => Promise<void>;

/** Returns the mock to show: the newest that received a request, or else the newest. */
export function shownMock() {
  return mocks.findLast((mock) => mock.requests.last()) ?? mocks.at(-1);
}

function environment(): Record<string, string> {
  const { apiKey } = served.clientOptions;
  return { ISSUE_TRACKING_BASE_URL: served.baseUrl, ISSUE_TRACKING_API_KEY: apiKey ?? '' };
}

/** Replaces the global `fetch`: reaches the two mocks above and nothing else. */
const fetchMock: typeof fetch = async (input, init) => {
  const { url } = new Request(input, init);
  const service = services.find(({ baseUrl }) => url.startsWith(`${baseUrl}/`));
  if (service) return service.fetch(input, init);
  const addresses = services.map(({ baseUrl }) => baseUrl).join(' and ');
  throw new TypeError(`The playground has no network: ${url} cannot be reached, only ${addresses}.`);
};

// Clients without the option `fetch` use the global one; clients without options read the environment.
globalThis.fetch = fetchMock;
// `once` lets programs listen for Ctrl-C, which never comes here.
Object.assign(globalThis, { process: { env: environment(), once() {} } });
