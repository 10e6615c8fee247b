import type { EndpointName } from '@issue-tracking/model';

/** One request to the mock, and what became of it. */
export interface RequestEntry {
  /** The mock's time of arrival, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Below the base URL, as sent. */
  readonly path: string;
  /** Without the `?`, as sent. */
  readonly search: string;
  /** The endpoint it was for; absent when there is none. */
  readonly endpoint?: EndpointName;
  /** For a path the API doesn't have: the endpoint that comes nearest, such as `GET /api/v1/projects`. */
  readonly nearest?: string;
  /** The valid credential it came with, as `svc_…` and the last four characters of a long one. */
  readonly credential?: string;
  /** The body of a write, parsed, its API keys redacted; as text where it isn't JSON. Absent when it was never read or is longer than 64 KiB. */
  readonly body?: unknown;
  /** Of the response; absent while there is none and after a dropped connection. */
  readonly status?: number;
  /** The `error` of an error response. */
  readonly error?: string;
  /** Whether a fault touched it. */
  readonly fault?: true;
}

/** Members an entry must have; each is compared with `===`. */
export interface RequestFilter {
  readonly method?: string;
  readonly path?: string;
  readonly endpoint?: EndpointName;
  readonly status?: number;
  readonly credential?: string;
}

/** What was asked of the mock. */
export interface Requests {
  /** The last 1,000 requests, in order of arrival. */
  all(): RequestEntry[];
  /** The last one. */
  last(): RequestEntry | undefined;
  /** Those that have every member of the filter, or pass the test. */
  find(filter: RequestFilter | ((entry: RequestEntry) => boolean)): RequestEntry[];
  /** Forgets all of them. */
  clear(): void;
}

/** An entry while its request is under way. */
export type OpenEntry = { -readonly [Member in keyof RequestEntry]: RequestEntry[Member] };

const capacity = 1000;

/** The last requests in a ring. */
export class Journal implements Requests {
  #ring: OpenEntry[] = [];
  /** Where the next entry goes once the ring is full: the oldest stands there. */
  #next = 0;
  readonly #listeners = new Set<(entry: RequestEntry) => void>();

  open(entry: OpenEntry): OpenEntry {
    this.#ring[this.#next] = entry;
    this.#next = (this.#next + 1) % capacity;
    return entry;
  }

  /** Tells listeners that the request has been answered. */
  close(entry: OpenEntry): void {
    for (const listener of this.#listeners) listener({ ...entry });
  }

  subscribe(listener: (entry: RequestEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  all(): RequestEntry[] {
    return this.#entries().map((entry) => ({ ...entry }));
  }

  last(): RequestEntry | undefined {
    const entry = this.#ring.at(this.#next - 1);
    return entry && { ...entry };
  }

  find(filter: RequestFilter | ((entry: RequestEntry) => boolean)): RequestEntry[] {
    if (typeof filter === 'function') return this.all().filter(filter);
    const members = Object.keys(filter) as (keyof RequestFilter)[];
    return this.all().filter((entry) => members.every((member) => entry[member] === filter[member]));
  }

  clear(): void {
    this.#ring = [];
    this.#next = 0;
  }

  restore(entries: readonly RequestEntry[]): void {
    this.clear();
    for (const entry of entries) this.open({ ...entry });
  }

  #entries(): OpenEntry[] {
    return [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)];
  }
}
