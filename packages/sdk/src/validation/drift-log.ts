import type { EndpointName } from '@issue-tracking/model';
import { type Secrets, shortened } from '../errors/redact.ts';
import type { Drift } from '../hooks.ts';

/** Maximum number of distinct findings that are reported. More findings mean that something else is wrong. */
const mostFindings = 1000;
/**
 * Maximum lengths. Longer paths hold a field that no specification would name; longer values belong to no
 * enumeration.
 */
const longestPath = 200;
const longestValue = 100;

/** Reports each distinct finding once. */
export class DriftLog {
  readonly #report: (drift: Drift) => void;
  readonly #secrets: Secrets;
  readonly #reported = new Set<string>();

  constructor(report: (drift: Drift) => void, secrets: Secrets) {
    this.#report = report;
    this.#secrets = secrets;
  }

  add(endpoint: EndpointName, { kind, path, value }: Omit<Drift, 'endpoint'>): void {
    // Findings that differ only after these lengths count as one.
    const key = [endpoint, kind, path.slice(0, longestPath), value?.slice(0, longestValue)].join(' ');
    if (this.#reported.has(key) || this.#reported.size >= mostFindings) return;
    this.#reported.add(key);
    const { redact } = this.#secrets;
    this.#report({
      endpoint,
      kind,
      path: shortened(path, redact, longestPath),
      ...(value !== undefined && { value: shortened(value, redact, longestValue) }),
    });
  }
}
