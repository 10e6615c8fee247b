import type { EndpointName } from '@issue-tracking/model';
import type { Secrets } from '../errors/secrets.ts';
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
  readonly #secrets: Secrets;
  readonly #told = new Set<string>();

  constructor(tell: (drift: Drift) => void, secrets: Secrets) {
    this.#tell = tell;
    this.#secrets = secrets;
  }

  add(endpoint: EndpointName, { kind, path, value }: Omit<Drift, 'endpoint'>): void {
    // Findings that begin alike for that long are one.
    const key = [endpoint, kind, path.slice(0, longestPath), value?.slice(0, longestValue)].join(' ');
    if (this.#told.has(key) || this.#told.size >= mostFindings) return;
    this.#told.add(key);
    const { redact } = this.#secrets;
    this.#tell({
      endpoint,
      kind,
      path: shortened(path, redact, longestPath),
      ...(value !== undefined && { value: shortened(value, redact, longestValue) }),
    });
  }
}
