import type { EndpointName } from '@issue-tracking/model';
import type { RejectionReason } from '../platform/http/http-error.ts';
import { decoded, encoded } from '../platform/http/json.ts';
import type { Reply } from '../platform/http/reply.ts';
import { bearerOf, type Sent, sentText } from '../platform/http/sent.ts';
import { nonDefaultSettings, type ServiceSettings } from '../settings/settings.ts';
import type { FieldChange } from './field-change.ts';
import { beginningOf, isLong, shownBody } from './kept-body.ts';
import { namedCredential, redactedHeaders, withoutCredential, withoutSecretParameters } from './redaction.ts';
import type { BodyRetention, RequestEntry, RequestWarning } from './request-entry.ts';
import type { Said, WhyStep } from './trace.ts';
import { ignoredIn } from './warnings.ts';

/** Approximate size of an entry without its texts, in bytes. */
const entrySize = 500;

const none: readonly never[] = [];

/** Makes what a step says of a request when it is read: few requests are ever explained. */
export type Explain = (entry: Entry) => Said;

/** Changes to a request that is replayed. */
export interface RequestEdits {
  path?: string | undefined;
  search?: string | undefined;
  /** The header; `null` for none. */
  authorization?: string | null | undefined;
  body?: string | undefined;
}

/**
 * A request in the log. The steps write into it what becomes of the request, and `view` shows it without secrets. Texts are parsed and
 * redacted only when an entry is read: parsed values can take twenty times the memory.
 */
export class Entry {
  /** Assigned by the log. */
  number = 0;
  /** Time of arrival on the mock's clock, in milliseconds since 1970. */
  readonly at: number;
  /** The settings when the request arrived. */
  readonly settings: ServiceSettings;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  /** The client's network address; `undefined` in process. */
  readonly address: string | undefined;
  /** Private, because headers contain the credential, which JSON and consoles must not show. */
  #headers: Readonly<Record<string, string>>;
  /** Name of the credential; `undefined` for an unknown credential. */
  credentialName: string | undefined;
  tenant: string | undefined;
  /** `undefined` for an unknown path or method. */
  endpoint: EndpointName | undefined;
  /** Path parameters, undecoded. */
  params: Readonly<Record<string, string>> = {};
  /** For an unknown path: the most similar endpoint. */
  nearest: string | undefined;
  /** The last step that the request has reached. */
  step: WhyStep['step'] = 'arrival';
  /** What each step has said, in order: the step, and then its words. Flat, so that a request in the log needs one array. */
  readonly #trace: (WhyStep['step'] | Said | Explain)[] = [];
  /** Why the last step rejected the request. A fault may have replaced its response. */
  rejection: RejectionReason | undefined;
  /** What made the response useless, if anything. */
  spoiledBy: 'fault' | 'scenario' | undefined;
  /** Id of the last fault that applied. */
  faultId: string | undefined;
  status: number | undefined;
  error: string | undefined;
  endedAt: number | undefined;
  changes: readonly FieldChange[] = none;
  /** Likely mistakes that the handler has found. */
  found: readonly RequestWarning[] = none;
  /** Whether the log has dropped headers and bodies to limit its memory. */
  isForgotten = false;
  /** The kept part of the body, if it isn't complete. */
  bodyKept: BodyRetention | undefined;
  #body: string | undefined;
  #response: Uint8Array | undefined;
  #isResponseCut = false;
  #responseHeaders: Readonly<Record<string, string>> | undefined;

  /** Keeps nothing of `sent` but its texts: it may hold a socket. */
  constructor({ method, path, search, headers, address }: Sent, at: number, settings: ServiceSettings) {
    this.settings = settings;
    this.at = at;
    this.method = method;
    this.path = path;
    this.search = search;
    this.address = address;
    this.#headers = headers;
  }

  /** Adds what a step says to the explanation of the request. */
  tell(step: WhyStep['step'], said: Said | Explain): void {
    this.#trace.push(step, said);
  }

  /** Yields what each step has said, in order. */
  *told(): Generator<readonly [step: WhyStep['step'], said: Said]> {
    for (let at = 0; at < this.#trace.length; at += 2) {
      // The cast is safe because only `tell` adds to it.
      const [step, said] = [this.#trace[at], this.#trace[at + 1]] as [WhyStep['step'], Said | Explain];
      yield [step, typeof said === 'function' ? said(this) : said];
    }
  }

  /** The credential as sent, valid or not. Must not leave the log. */
  get credential(): string | undefined {
    return bearerOf(this.#headers['authorization']);
  }

  /** The redacted credential, with its name; `undefined` for a missing or unknown credential. */
  get shownCredential(): string | undefined {
    const { credential, credentialName } = this;
    return credential && credentialName !== undefined ? namedCredential(credentialName, credential) : undefined;
  }

  /** Whether a search text matches the credential. Only an unknown credential must match as a whole. */
  isSentWith(text: string): boolean {
    const { credential, credentialName } = this;
    if (!credential || text === '') return false;
    return credentialName === undefined ? credential === text : credential.toLowerCase().includes(text.toLowerCase());
  }

  /** Category of the failure. */
  get reason(): RejectionReason | undefined {
    return this.spoiledBy ?? this.rejection;
  }

  /** What the step that rejected or changed the response has said, without secrets. */
  get why(): string | undefined {
    if (!this.reason) return undefined;
    const said = [...this.told()].findLast(([, { outcome }]) => outcome === 'rejected' || outcome === 'changed');
    return said && this.redact(said[1].text);
  }

  /** The parsed body of the response, without secrets. */
  get shownResponse(): unknown {
    return this.#response?.length ? shownBody(this.redact(decoded(this.#response))) : undefined;
  }

  /** Likely mistakes in a request that was not rejected for its input, without secrets. */
  get warnings(): RequestWarning[] {
    const { endpoint, rejection } = this;
    if (!endpoint || rejection === 'input') return [];
    const ignored = ignoredIn(endpoint, this.search, this.#body && shownBody(this.#body));
    return [...ignored, ...this.found].map((warning) => ({
      ...warning,
      field: this.redact(warning.field),
      text: this.redact(warning.text),
    }));
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

  /** Logs the response. */
  set reply({ status, headers, body }: Reply) {
    this.status = status;
    if (this.isForgotten) return;
    this.#response = isLong(body) ? encoded(this.#beginningOf(body)) : body;
    this.#isResponseCut = isLong(body);
    this.#responseHeaders = headers;
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

  /** Returns the redacted entry. */
  view(): RequestEntry {
    const { at, endpoint, nearest, tenant, status, error, reason, endedAt, isForgotten, faultId } = this;
    const { shownCredential, shownResponse, changes, warnings, why } = this;
    const settings = nonDefaultSettings(this.settings);
    return {
      number: this.number,
      at,
      method: this.method,
      path: this.redact(this.path),
      search: withoutSecretParameters(this.redact(this.search)),
      headers: redactedHeaders(this.#headers, this.credential),
      ...(endpoint && { endpoint }),
      ...(nearest && { nearest }),
      ...(shownCredential && { credential: shownCredential }),
      ...(tenant !== undefined && { tenant }),
      ...(this.#body && { body: shownBody(this.redact(this.#body)) }),
      ...(this.bodyKept && { bodyKept: this.bodyKept }),
      ...(changes.length > 0 && { changes }),
      ...(warnings.length > 0 && { warnings }),
      ...(status !== undefined && { status }),
      ...(error !== undefined && { error }),
      ...(reason && { reason }),
      ...(why && { why }),
      ...(settings && { settings }),
      ...(shownResponse !== undefined && { response: shownResponse }),
      ...(this.#isResponseCut && { responseKept: 'beginning' }),
      ...(endedAt !== undefined && { durationMs: endedAt - at }),
      ...(faultId !== undefined && { fault: true, faultId }),
      ...(isForgotten && { forgotten: true }),
    };
  }
}
