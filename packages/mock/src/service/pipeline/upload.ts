import { decoded } from '../../platform/http/json.ts';
import type { WireRequest } from '../../platform/http/wire.ts';
import type { LoggedRequest } from '../request-log/logged-request.ts';

/** Methods whose bodies mean nothing. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The body of a request, which can be read only once: for the step that needs it, or else for the log. */
export class Upload {
  readonly #request: WireRequest;
  readonly #entry: LoggedRequest;
  readonly #limit: number;
  #bytes: Promise<Uint8Array | 'too-large'> | undefined;

  /** `limit` is the most bytes that are read. */
  constructor(request: WireRequest, entry: LoggedRequest, limit: number) {
    this.#request = request;
    this.#entry = entry;
    this.#limit = limit;
  }

  /** Reads the body. Until its text is in the log, the log says that it has nothing of it. */
  bytes(): Promise<Uint8Array | 'too-large'> {
    this.#entry.bodyKept = 'nothing';
    this.#bytes ??= this.#request.body(this.#limit);
    return this.#bytes;
  }

  /** Whether there can be a body that the log doesn't have yet. */
  get isPending(): boolean {
    return !this.#entry.hasBody && !bodiless.has(this.#request.method);
  }

  /** Reads the body for the log, if it is pending. Never rejects. */
  async log(): Promise<void> {
    if (!this.isPending) return;
    try {
      const bytes = await this.bytes();
      if (bytes !== 'too-large') this.#entry.body = decoded(bytes);
    } catch {
      // A client that has gone, or a body that can't be read, leaves the log without it, and the log says so.
    }
  }
}
