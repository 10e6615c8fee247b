import type { ServedRequest } from '../adapters/http/api-adapter.ts';
import type { Store } from '../store/store.ts';
import { banner } from './banner.ts';
import { credentialsOf } from './credentials.ts';
import type { GivenFlags } from './parse-flags.ts';
import { requestLine } from './request-line.ts';
import { painter, type Surroundings } from './surroundings.ts';

/** Tells whoever started the command what goes on. */
export interface Reporter {
  /** Once it serves, at the mock's time `now`. */
  start(store: Store, url: string, now: number): void;
  /** Absent when nobody wants to know. */
  request?: (request: ServedRequest) => void;
}

/** Nothing with `--quiet`, JSON for programs with `--json`, and otherwise text for people. */
export function reporterFor(flags: GivenFlags, surroundings: Surroundings): Reporter {
  if (flags.has('quiet')) return { start: () => {} };
  return flags.has('json') ? jsonReporter(surroundings) : textReporter(surroundings);
}

function jsonReporter({ out }: Surroundings): Reporter {
  const line = (value: object) => out(`${JSON.stringify(value)}\n`);
  return {
    start: (store, url) => line({ event: 'start', url, credentials: credentialsOf(store) }),
    request: (request) => line({ event: 'request', ...request }),
  };
}

function textReporter(surroundings: Surroundings): Reporter {
  const { out, terminal } = surroundings;
  const paint = painter(surroundings);
  return {
    start: (store, url, now) => out(banner(store, url, now, paint)),
    // A program that reads only the start would have its pipe fill up with these, and the mock stand still.
    ...(terminal && { request: (request) => out(`${requestLine(request, paint)}\n`) }),
  };
}
