import { decoded, encoded } from '../platform/http/json.ts';
import type { Reply } from '../platform/http/reply.ts';
import { bearerOf, type Sent, sentText } from '../platform/http/sent.ts';
import { beginningOf, isLong, shownBody } from './kept-body.ts';
import { redactedHeaders, withoutCredential, withoutSecretParameters } from './redaction.ts';
import type { BodyRetention, RequestEntry } from './request-entry.ts';

/** Approximate size of an entry without its texts, in bytes. */
const entrySize = 500;

/** Changes to a request that is replayed. */
export interface RequestEdits {
  path?: string | undefined;
  search?: string | undefined;
  /** The header; `null` for none. */
  authorization?: string | null | undefined;
  body?: string | undefined;
}

/**
 * The texts of a request and its response, which the log keeps in a bounded size and shows without secrets. Texts are parsed and
 * redacted only when they are read: parsed values can take twenty times the memory.
 */
export class KeptExchange {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  /** The client's network address; `undefined` in process. */
  readonly address: string | undefined;
  /** Private, because headers contain the credential, which JSON and consoles must not show. */
  #headers: Readonly<Record<string, string>>;
  status: number | undefined;
  /** Whether the log has dropped headers and bodies to limit its memory. */
  isForgotten = false;
  /** The kept part of the body, if it isn't complete. */
  bodyKept: BodyRetention | undefined;
  #body: string | undefined;
  #response: Uint8Array | undefined;
  #isResponseCut = false;
  #responseHeaders: Readonly<Record<string, string>> | undefined;

  /** Keeps nothing of `sent` but its texts: it may hold a socket. */
  constructor({ method, path, search, headers, address }: Sent) {
    this.method = method;
    this.path = path;
    this.search = search;
    this.address = address;
    this.#headers = headers;
  }

  /** The credential as sent, valid or not. Must not leave the log. */
  get credential(): string | undefined {
    return bearerOf(this.#headers['authorization']);
  }

  /** Whether the log has the body, or its beginning. */
  get hasBody(): boolean {
    return this.#body !== undefined;
  }

  set body(text: string) {
    if (this.isForgotten) return;
    this.#body = isLong(text) ? this.#beginningOf(text) : text;
    this.bodyKept = isLong(text) ? 'beginning' : undefined;
  }

  /** Logs the response; `undefined` if none arrives. */
  set reply(reply: Reply | undefined) {
    this.status = reply?.status;
    if (this.isForgotten) return;
    const body = reply?.body;
    this.#isResponseCut = body !== undefined && isLong(body);
    this.#response = body && isLong(body) ? encoded(this.#beginningOf(body)) : body;
    this.#responseHeaders = reply?.headers;
  }

  #beginningOf(body: string | Uint8Array): string {
    return beginningOf(body, (part) => this.redact(part));
  }

  /** Returns the redacted headers of the response. Empty without a response, and after the log has dropped the headers. */
  shownResponseHeaders(): Record<string, string> {
    return redactedHeaders(this.#responseHeaders ?? {}, this.credential);
  }

  /**
   * Returns the request to replay, with edits and its unredacted credential. Returns a message if the log has dropped parts that are
   * not edited.
   */
  toReplay(edits: RequestEdits = {}): Sent | string {
    if (this.isForgotten) return 'The log has dropped its headers.';
    const { method, address } = this;
    const { path = this.path, search = this.search, body = this.#body, authorization } = edits;
    const { authorization: own, ...others } = this.#headers;
    const kept = authorization === undefined ? own : authorization;
    const headers = { ...others, ...(typeof kept === 'string' && { authorization: kept }) };
    if (edits.body === undefined && this.bodyKept)
      return 'The log does not have its whole body: it is longer than 64 KiB, or did not arrive completely.';
    return sentText({ method, path, search, headers, address }, body);
  }

  /** Returns content type, authorization and body for a copy, with API keys and the credential redacted. */
  sent(): { readonly contentType?: string; readonly authorization?: '…'; readonly body?: string } {
    const contentType = this.#headers['content-type'];
    return {
      ...(contentType !== undefined && { contentType: this.redact(contentType) }),
      ...(this.#headers['authorization'] !== undefined && { authorization: '…' }),
      ...(this.#body && { body: this.redact(this.#body) }),
    };
  }

  /** Approximate memory, in bytes. */
  get size(): number {
    if (this.isForgotten) return 0;
    let size = entrySize + this.path.length + this.search.length;
    for (const name in this.#headers) size += name.length + (this.#headers[name]?.length ?? 0);
    return size + (this.#body?.length ?? 0) + (this.#response?.length ?? 0);
  }

  /** Drops headers and bodies, which take most of the memory. */
  forget(): void {
    this.#headers = {};
    this.#body = undefined;
    this.#response = undefined;
    this.#responseHeaders = undefined;
    this.isForgotten = true;
  }

  /** Redacts API keys and the request's credential in a text. */
  redact(text: string): string {
    return withoutCredential(text, this.credential);
  }

  /** The body, parsed if it is JSON, with its secrets. */
  protected get parsedBody(): unknown {
    return this.#body && shownBody(this.#body);
  }

  /** The parsed body of the response, without secrets. */
  get shownResponse(): unknown {
    return this.#response?.length ? shownBody(this.redact(decoded(this.#response))) : undefined;
  }

  /** Returns the redacted texts. */
  protected shownTexts(): Pick<
    RequestEntry,
    'method' | 'path' | 'search' | 'headers' | 'body' | 'bodyKept' | 'response' | 'responseKept' | 'forgotten'
  > {
    const { shownResponse } = this;
    return {
      method: this.method,
      path: this.redact(this.path),
      search: withoutSecretParameters(this.redact(this.search)),
      headers: redactedHeaders(this.#headers, this.credential),
      ...(this.#body && { body: shownBody(this.redact(this.#body)) }),
      ...(this.bodyKept && { bodyKept: this.bodyKept }),
      ...(shownResponse !== undefined && { response: shownResponse }),
      ...(this.#isResponseCut && { responseKept: 'beginning' }),
      ...(this.isForgotten && { forgotten: true }),
    };
  }
}
