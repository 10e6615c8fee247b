import type { EndpointName } from '@issue-tracking/model';
import { shortened } from '../errors/shortened.ts';
import type { Drift } from '../hooks.ts';

/** After this number of distinct findings no more are told: something else is wrong then. */
const mostFindings = 1000;
/** Longer paths have a field in them that no specification would name, and longer values are no enumeration's. */
const longestPath = 200;
const longestValue = 100;

/** Passes each distinct finding on, once. */
export class DriftLog {
  readonly #tell: (drift: Drift) => void;
  readonly #redact: (text: string) => string;
  readonly #told = new Set<string>();

  constructor(tell: (drift: Drift) => void, redact: (text: string) => string) {
    this.#tell = tell;
    this.#redact = redact;
  }

  add(endpoint: EndpointName, { kind, path, value }: Omit<Drift, 'endpoint'>): void {
    // Findings that begin alike for that long are one.
    const key = [endpoint, kind, path.slice(0, longestPath), value?.slice(0, longestValue)].join(' ');
    if (this.#told.has(key) || this.#told.size >= mostFindings) return;
    this.#told.add(key);
    this.#tell({
      endpoint,
      kind,
      path: shortened(path, this.#redact, longestPath),
      ...(value !== undefined && { value: shortened(value, this.#redact, longestValue) }),
    });
  }
}
