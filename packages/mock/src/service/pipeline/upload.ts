import { decoded } from '../../platform/http/json.ts';
import type { WireRequest } from '../../platform/http/wire.ts';
import type { LoggedRequest } from '../request-log/logged-request.ts';

/** The maximum size of a request body, in bytes (GAP-16). */
export const maxBodyBytes = 1_048_576;

/** Methods whose bodies are ignored. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The body of a request. The body is read once, by the step that needs the body or for the log. */
export class Upload {
  readonly #request: WireRequest;
  readonly #entry: LoggedRequest;
  #bytes: Promise<Uint8Array | 'too-large'> | undefined;

  constructor(request: WireRequest, entry: LoggedRequest) {
    this.#request = request;
    this.#entry = entry;
  }

  /** Reads the body. The log entry has `bodyKept: 'nothing'` until it gets the text. */
  bytes(): Promise<Uint8Array | 'too-large'> {
    this.#entry.bodyKept = 'nothing';
    this.#bytes ??= this.#request.body(maxBodyBytes);
    return this.#bytes;
  }

  /** Whether the log may still lack the body. */
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
      // The client disconnected, or the body can't be read: the entry keeps `bodyKept: 'nothing'`.
    }
  }
}
