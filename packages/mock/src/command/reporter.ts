import type { ServedRequest } from '../adapters/node.ts';
import { isLoopback } from '../platform/http/addresses.ts';
import type { Store } from '../records/store.ts';
import { banner, contents } from './banner.ts';
import { credentialsOf } from './credential-list.ts';
import type { FlagValues } from './parse-flags.ts';
import type { Paint, Printer } from './printer.ts';

/** Prints the events of the command. */
export interface Reporter {
  /** Reports that the server listens, at the mock's time `now`. */
  start(store: Store, url: string, now: number): void;
  /** Reports that an edited world file was loaded. */
  loaded?(store: Store, file: string): void;
  /** Reports a request. Absent with `--quiet`. */
  request?: (request: ServedRequest) => void;
}

/** Returns the reporter: silent with `--quiet`, JSON with `--json`, otherwise text. */
export function reporterFor(flags: FlagValues, printer: Printer): Reporter {
  if (flags.has('quiet')) return { start: () => {} };
  return flags.has('json') ? jsonReporter(printer) : textReporter(printer, flags);
}

function jsonReporter({ json }: Printer): Reporter {
  return {
    start: (store, url) => json({ event: 'start', url, credentials: credentialsOf(store) }),
    loaded: (_store, file) => json({ event: 'world', file }),
    request: (request) => json({ event: 'request', ...request }),
  };
}

function textReporter({ out, paint }: Printer, flags: FlagValues): Reporter {
  // Without a token, the server serves the control API only on a loopback address.
  const hasControl = isLoopback(flags.value('host')) || flags.has('token');
  return {
    start: (store, url, now) => out(...banner(store, url, now, hasControl, paint)),
    loaded: (store, file) => out(`Loaded ${file}: ${contents(store)}`),
    request: (request) => out(...requestLines(request, paint)),
  };
}

/** Columns that fit most paths. */
const pathColumns = 52;

/** Returns a line for a request in columns: method, path, status, credential, reason, time. Each warning is a further line. */
export function requestLines(
  { method, path, status, credential, reason, ms, warnings = [] }: ServedRequest,
  paint: Paint,
): string[] {
  const shown = status === null ? 'none' : String(status);
  const parts = [
    method.padEnd(6),
    path.padEnd(pathColumns),
    paint(colour(status), shown.padEnd(4)),
    (credential ?? '-').padEnd(16),
    (reason ?? '').padEnd(12),
    paint('dim', `${ms} ms`),
  ];
  return [parts.join(' '), ...warnings.map(({ text }) => paint('yellow', `       ${text}`))];
}

function colour(status: number | null): 'green' | 'cyan' | 'yellow' | 'red' {
  if (status === null || status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}
