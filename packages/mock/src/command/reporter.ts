import type { ServedRequest } from '../adapters/node.ts';
import type { Mock } from '../mock/mock.ts';
import { isLoopback } from '../platform/http/addresses.ts';
import { banner, contents, credentialLines } from './banner.ts';
import { credentialsOf } from './credential-list.ts';
import type { FlagValues } from './flags.ts';
import type { Paint, Printer } from './printer.ts';

/** Prints the events of the command; nothing with `--quiet`. */
export interface Reporter {
  /** Reports that the server listens. */
  start?(mock: Mock, url: string): void;
  /** Reports that an edited world file was loaded. */
  loaded?(mock: Mock, file: string): void;
  request?(request: ServedRequest): void;
}

/** @param isBeside Whether a program has the same terminal, which finds a credential in its environment. */
export function reporterFor(flags: FlagValues, { json, out, paint }: Printer, isBeside: boolean): Reporter {
  if (flags.has('quiet')) return {};
  if (flags.has('json'))
    return {
      start: (mock, url) => json({ event: 'start', url, pid: process.pid, credentials: credentialsOf(mock) }),
      loaded: (_mock, file) => json({ event: 'world', file }),
      request: (request) => json({ event: 'request', ...request }),
    };
  // Without a token, the server serves the control API only on a loopback address.
  const hasControl = isLoopback(flags.value('host')) || flags.has('token');
  return {
    start: (mock, url) =>
      out(...banner(mock, url, hasControl, paint), ...(isBeside ? [] : credentialLines(mock, url, paint))),
    loaded: (mock, file) => out(`Loaded ${file}: ${contents(mock)}`),
    request: (request) => out(...requestLines(request, paint)),
  };
}

/** Columns that fit most paths. */
const pathColumns = 52;

/** Returns a line for a request in columns: method, path, status, credential, reason, time. Each warning is a further line, and so are the remedies. */
export function requestLines(
  { method, path, status, credential, reason, ms, warnings = [], remedies = [] }: ServedRequest,
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
  return [
    parts.join(' '),
    ...warnings.map(({ text }) => paint('yellow', `       ${text}`)),
    ...(remedies.length > 0 ? [paint('dim', `       → ${remedies.map(({ text }) => text).join(' · ')}`)] : []),
  ];
}

function colour(status: number | null): 'green' | 'cyan' | 'yellow' | 'red' {
  if (status === null || status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}
