import type { WireRequest } from '../platform/http/sent.ts';
import { expectsOfRunner, type RunningTest } from '../platform/test-runner.ts';
import type { HandledRequest } from '../serve.ts';

/** Returns a function that handles requests, and prints each different warning of the log once, with its test. */
export function printWarnings(handle: (request: WireRequest) => HandledRequest) {
  const printed = new Set<string>();
  return (request: WireRequest): HandledRequest => {
    const place = placeInTest();
    const handled = handle(request);
    const print = () => {
      const { method, path, search, warnings = [] } = handled.entry.view();
      for (const { text } of warnings) {
        // One line, whatever a request has in its parameters.
        const line = `createMock: ${method} ${path}${search && `?${search}`}: ${text}`.replaceAll(/\p{Cc}+/gu, ' ');
        if (printed.has(line)) continue;
        printed.add(line);
        // biome-ignore lint/suspicious/noConsole: the option `strict` asks for it.
        console.warn(place ? `${line} (${place})` : line);
      }
    };
    // A request whose own signal has aborted is rejected.
    void handled.result.then(print, () => {});
    return handled;
  };
}

/** Returns name and file of the running test, and its line if the request was sent from it directly; '' outside of tests. */
function placeInTest(): string {
  const { currentTestName, testPath }: RunningTest = expectsOfRunner()[0]?.getState?.() ?? {};
  // `node --test` has no API for this, but starts a process for each file.
  const files = [testPath, globalThis.process?.argv?.[1]].filter((file) => file !== undefined);
  const line = files.map((file) => lineIn(file)).find((found) => found !== undefined);
  return [currentTestName, line ?? testPath].filter(Boolean).join(', ');
}

/** Returns a file with the line of it that is on the stack. */
function lineIn(file: string): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  const [, line] = stack.split(`${file}:`);
  return line && `${file}:${Number.parseInt(line, 10)}`;
}
