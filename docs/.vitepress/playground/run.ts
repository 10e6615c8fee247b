import { demoWorld } from '@issue-tracking/mock/demo';
import { transform } from 'sucrase';
import { inspect } from './inspect.ts';
import { createMock, importPackage, mocks } from './packages.ts';

/** Code of a page: `setup` is what stands in earlier blocks of the same module; only `code` prints. */
export interface Code {
  setup: string;
  code: string;
}

export interface Printed {
  level: 'log' | 'warn' | 'error';
  text: string;
}

const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(async () => {}).constructor;

/** At the address that a mock has by default. */
const standing = createMock();

/**
 * What `issue-tracking-mock` serves, at its address. Some pages begin with it, and code that makes no mock of its own
 * finds it in its environment.
 */
const served = createMock({ baseUrl: 'http://127.0.0.1:4010', world: demoWorld() });
const services = [standing, served];

/** Runs code and gives every line to `print` when it is printed. An error is printed too. */
export async function run({ setup, code }: Code, print: (line: Printed) => void): Promise<void> {
  mocks.length = 0;
  for (const service of services) service.reset();
  mocks.push(...services);
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
  try {
    const { code: script } = transform(`${setup}\n;$print();\n${code}`, {
      transforms: ['typescript', 'imports'],
      production: true,
      disableESTransforms: true,
    });
    // In a block of its own, so that code may have a `fetch` or a `console` too.
    const start = new AsyncFunction('require', 'exports', 'console', '$print', `{\n${script}\n}`);
    await start(importPackage, {}, console, () => {
      printing = true;
    });
  } catch (error) {
    console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
  }
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
