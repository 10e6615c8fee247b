import type { EndpointName } from '@issue-tracking/model';
import type { Drift } from '../hooks.ts';

/** Beyond so many distinct findings a client tells no more: something else is wrong then. */
const mostFindings = 1000;
/** Longer values are no enumeration's. */
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
    const key = `${endpoint} ${kind} ${path} ${value ?? ''}`;
    if (this.#told.has(key) || this.#told.size >= mostFindings) return;
    this.#told.add(key);
    const shown = value === undefined ? {} : { value: this.#redact(value).slice(0, longestValue) };
    this.#tell({ endpoint, kind, path: this.#redact(path), ...shown });
  }
}
