import type { ServedRequest } from '../../adapters/http/api-adapter.ts';
import type { Store } from '../../data/store/store.ts';
import { isLoopback } from '../../platform/http/addresses.ts';
import { banner, contents } from './banner.ts';
import { type CliContext, type Paint, painter } from './cli-context.ts';
import { credentialsOf } from './credential-list.ts';
import { oneLine } from './one-line.ts';
import type { FlagValues } from './parse-flags.ts';

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
export function reporterFor(flags: FlagValues, context: CliContext): Reporter {
  if (flags.has('quiet')) return { start: () => {} };
  return flags.has('json') ? jsonReporter(context) : textReporter(context, flags);
}

function jsonReporter({ out }: CliContext): Reporter {
  const line = (value: object) => out(`${JSON.stringify(value)}\n`);
  return {
    start: (store, url) => line({ event: 'start', url, credentials: credentialsOf(store) }),
    loaded: (_store, file) => line({ event: 'world', file }),
    request: (request) => line({ event: 'request', ...request }),
  };
}

function textReporter(context: CliContext, flags: FlagValues): Reporter {
  const { out } = context;
  const paint = painter(context);
  // Without a token, the server serves the control API only on a loopback address.
  const hasControl = isLoopback(flags.value('host')) || flags.has('token');
  return {
    start: (store, url, now) => out(banner(store, url, now, hasControl, paint)),
    loaded: (store, file) => out(`Loaded ${file}: ${contents(store)}\n`),
    request: (request) => out(`${requestLine(request, paint)}\n`),
  };
}

/** Columns that fit most paths. */
const pathColumns = 52;

/** Returns a line for a request in columns: method, path, status, credential, reason, time. Each warning is a further line. */
export function requestLine(
  { method, path, status, credential, reason, ms, warnings = [] }: ServedRequest,
  paint: Paint,
): string {
  const shown = status === null ? 'none' : String(status);
  const parts = [
    method.padEnd(6),
    oneLine(path).padEnd(pathColumns),
    paint(colour(status), shown.padEnd(4)),
    oneLine(credential ?? '-').padEnd(16),
    (reason ?? '').padEnd(12),
    paint('dim', `${ms} ms`),
  ];
  return [parts.join(' '), ...warnings.map(({ text }) => paint('yellow', `       ${oneLine(text)}`))].join('\n');
}

function colour(status: number | null): 'green' | 'cyan' | 'yellow' | 'red' {
  if (status === null || status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}
