import type { EndpointName, Scope } from '@issue-tracking/model';
import { bearerOf, textRequest, type WireRequest } from '../../platform/http/exchange.ts';
import type { RefusalReason } from '../../platform/http/http-error.ts';
import { decoded, encoded } from '../../platform/http/json.ts';
import { spoilsResponse, type TouchingFault } from '../faults/fault-effect.ts';
import type { Rate } from '../limits/sliding-window.ts';
import { changesOf, type ShownSettings } from '../scenarios/changes-of.ts';
import type { ServiceSettings } from '../scenarios/settings.ts';
import { namedCredential, redactedHeaders, withoutCredential, withoutSecretParameters } from './redact.ts';

/** One request to the mock, and what became of it. */
export interface RequestEntry {
  /** Its place among all requests since the log was last cleared, from 1. */
  readonly number: number;
  /** The mock's time of arrival, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Below the base URL, as sent. */
  readonly path: string;
  /** Without the `?`, as sent. */
  readonly search: string;
  /** By lower-case name, credentials redacted. Empty once the log has forgotten them, see `forgotten`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The endpoint it was for; absent when there is none. */
  readonly endpoint?: EndpointName;
  /** The stub it was for, as `GET /api/v1/projects/{projectId}/events`. */
  readonly stub?: string;
  /** For a path the API doesn't have: the endpoint that comes nearest, such as `GET /api/v1/projects`. */
  readonly nearest?: string;
  /**
   * The credential it came with, where the mock has that one, valid or not: its name, `svc_…`, and of a long one the last four
   * characters, as in `acme-ci (svc_…only)`.
   */
  readonly credential?: string;
  /** The id of the organization it was for: that of the API key, or of the project in the path. */
  readonly tenant?: string;
  /** The body of a write, parsed, its API keys redacted; as text where it isn't JSON. Absent when there was none, and see `bodyKept`. */
  readonly body?: unknown;
  /**
   * How much of the body the log has, where that isn't all: of one that is longer than 64 KiB the `beginning`, and `nothing` of one
   * that is too long to be read or has not come whole.
   */
  readonly bodyKept?: Kept;
  /** Of the response; absent while there is none and after a dropped connection. */
  readonly status?: number;
  /** The `error` of an error response. */
  readonly error?: string;
  /** In a word, why it did not get what it asked for: `wrong key`, `rate limit`, `fault`. Absent for a success. */
  readonly reason?: RefusalReason;
  /** What it was answered under, where that was not the default: what `mock.settings.change()` takes. */
  readonly settings?: ShownSettings;
  /** The body of the response, parsed, its API keys redacted; as text where it isn't JSON. */
  readonly answer?: unknown;
  /** `beginning` where the log has no more of that than its first 4,096 characters, as it is longer than 64 KiB. */
  readonly answerKept?: 'beginning';
  /** From its arrival to its answer, in milliseconds of the mock's clock. */
  readonly durationMs?: number;
  /** Whether a fault touched it. */
  readonly fault?: true;
  /** The id of that fault; of several, the last. */
  readonly faultId?: string;
  /** Whether its headers and bodies had to make room for those of later requests. */
  readonly forgotten?: true;
}

/** How much of a body the log has. */
export type Kept = 'beginning' | 'nothing';

/** An endpoint of the API, or a stub: one of the two names is there. */
interface LoggedDestination {
  readonly endpoint: EndpointName | undefined;
  readonly stub: string | undefined;
  readonly stubId: string | undefined;
  readonly scope: Scope;
  readonly takesBody: boolean;
}

/** How a step has refused a request. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** In words, and the name of the reading that decided. */
  readonly text?: string | undefined;
  readonly reading?: string | undefined;
}

/** Of longer bodies only the beginning stays in the log. */
const longest = 65_536;
const beginning = 4096;

/** What an entry takes besides its texts, roughly, in bytes. */
const entrySize = 500;

/** What of a request is to be different when it is sent again. */
export interface RequestEdits {
  path?: string | undefined;
  search?: string | undefined;
  /** The header; `null` for none. */
  authorization?: string | null | undefined;
  body?: string | undefined;
}

/**
 * A request as the log keeps it: texts as they came, because what is parsed from them can take twenty times the memory.
 * They are parsed, and credentials redacted, when somebody looks.
 */
export class LoggedRequest {
  /** Given by the log. */
  number = 0;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  /** Private, as the credential is in them: neither JSON nor a console shows it. */
  #headers: Readonly<Record<string, string>>;
  /** Where its path leads; `undefined` for a path that leads nowhere. */
  destination: LoggedDestination | undefined;
  /** Path parameters, undecoded. */
  params: Readonly<Record<string, string>> = {};
  nearest: string | undefined;
  /** What its credential is called; `undefined` for one that the mock does not have. */
  credentialName: string | undefined;
  tenant: string | undefined;
  status: number | undefined;
  error: string | undefined;
  /** The name of the step that the request has come to. */
  reached: string | undefined;
  /** How that step has refused it; a fault may have answered something else all the same. */
  refusal: Refusal | undefined;
  /** What held when it came. */
  readonly settings: ServiceSettings;
  /** For how many milliseconds of real time its response is held back. */
  latencyMs = 0;
  /** That of its credential, where there is one. */
  rate: Rate | undefined;
  endedAt: number | undefined;
  /** What counts as its authentication source, where that was asked for. */
  source: string | undefined;
  /** The faults that touched it, in order. */
  faults: readonly TouchingFault[] = [];
  isForgotten = false;
  /** How much of the body is here, where that isn't all. */
  bodyKept: Kept | undefined;
  #answerKept: 'beginning' | undefined;
  #body: string | undefined;
  #answer: Uint8Array | undefined;
  #answerHeaders: Readonly<Record<string, string>> | undefined;

  constructor(request: WireRequest, at: number, settings: ServiceSettings) {
    this.settings = settings;
    this.at = at;
    this.method = request.method;
    this.path = request.path;
    this.search = request.search;
    this.#headers = request.headers();
  }

  /** The credential as it was sent, valid or not. It must not leave the log. */
  get credential(): string | undefined {
    return bearerOf(this.#headers['authorization'] ?? null);
  }

  /** The credential as it may be shown; `undefined` where there is none that the mock has. */
  get shownCredential(): string | undefined {
    const { credential, credentialName } = this;
    return credential && credentialName !== undefined ? namedCredential(credentialName, credential) : undefined;
  }

  /** Whether a text that somebody looks for is its credential: any part of one that the mock has, another one only as a whole. */
  isSentWith(text: string): boolean {
    const { credential, credentialName } = this;
    if (!credential || text === '') return false;
    return credentialName === undefined ? credential === text : credential.toLowerCase().includes(text.toLowerCase());
  }

  get endpoint(): EndpointName | undefined {
    return this.destination?.endpoint;
  }

  get stub(): string | undefined {
    return this.destination?.stub;
  }

  /** In a word, why it did not get what it asked for. */
  get reason(): RefusalReason | undefined {
    return this.faults.some(spoilsResponse) ? 'fault' : this.refusal?.reason;
  }

  /** Whether it is known what the body was. */
  get hasBody(): boolean {
    return this.#body !== undefined;
  }

  set body(text: string) {
    if (this.isForgotten) return;
    const isLong = text.length > longest;
    this.#body = isLong ? this.#beginningOf(text) : text;
    this.bodyKept = isLong ? 'beginning' : undefined;
  }

  set answer(bytes: Uint8Array) {
    if (this.isForgotten) return;
    const isLong = bytes.length > longest;
    this.#answer = isLong ? encoded(this.#beginningOf(decoded(bytes))) : bytes;
    this.#answerKept = isLong ? 'beginning' : undefined;
  }

  /** Cleaned before it is cut: half of a credential would not be found. */
  #beginningOf(text: string): string {
    const cut = this.clean(text.slice(0, 2 * beginning)).slice(0, beginning);
    // Written once more, as a part of a text keeps the whole in memory.
    return decoded(encoded(cut));
  }

  set answerHeaders(headers: Readonly<Record<string, string>>) {
    if (!this.isForgotten) this.#answerHeaders = headers;
  }

  /** Of the response, without secrets; none while there is no response, and once they are forgotten. */
  shownAnswerHeaders(): Record<string, string> {
    return redactedHeaders(this.#answerHeaders ?? {}, this.credential);
  }

  /**
   * The request once more, as it was or edited, with the credential that it came with; nothing else shows that. A text says
   * why it can't be: the log must still have what isn't given.
   */
  again(edits: RequestEdits = {}): WireRequest | string {
    if (this.isForgotten) return 'The log has no room for its headers any more.';
    const { method, source } = this;
    const { path = this.path, search = this.search, body = this.#body, authorization } = edits;
    const { authorization: own, ...others } = this.#headers;
    const kept = authorization === undefined ? own : authorization;
    const headers: Record<string, string> = { ...others, ...(typeof kept === 'string' && { authorization: kept }) };
    if (edits.body === undefined && this.bodyKept)
      return 'The log does not have all of its body: it is longer than 64 KiB, or did not come whole.';
    return textRequest({ method, path, search, source: () => source }, headers, body || undefined);
  }

  /** What of it a copy needs and an entry shows only in part: without API keys and its credential. */
  sent(): { readonly contentType?: string; readonly authorization?: '…'; readonly body?: string } {
    const contentType = this.#headers['content-type'];
    return {
      ...(contentType !== undefined && { contentType: this.clean(contentType) }),
      ...(this.#headers['authorization'] !== undefined && { authorization: '…' }),
      ...(this.#body && { body: this.clean(this.#body) }),
    };
  }

  /** Roughly what it takes, in bytes. */
  get size(): number {
    if (this.isForgotten) return 0;
    let size = entrySize + this.path.length + this.search.length;
    for (const name in this.#headers) size += name.length + (this.#headers[name]?.length ?? 0);
    return size + (this.#body?.length ?? 0) + (this.#answer?.length ?? 0);
  }

  /** Lets go of what takes most of its memory. */
  forget(): void {
    this.#headers = {};
    this.#body = undefined;
    this.#answer = undefined;
    this.#answerHeaders = undefined;
    this.isForgotten = true;
  }

  /** For whoever writes it out as it is: a fault in a test's failure shows the requests it touched. */
  toJSON(): RequestEntry {
    return this.view();
  }

  [Symbol.for('nodejs.util.inspect.custom')](): RequestEntry {
    return this.view();
  }

  /** A text about it, without API keys and the credential that it came with. */
  clean(text: string): string {
    return withoutCredential(text, this.credential);
  }

  /** A copy to show, without secrets. */
  view(): RequestEntry {
    const { at, endpoint, stub, nearest, tenant, status, error, reason, endedAt, isForgotten } = this;
    const faultId = this.faults.at(-1)?.id;
    const { shownCredential } = this;
    const settings = changesOf(this.settings);
    return {
      number: this.number,
      at,
      method: this.method,
      path: this.clean(this.path),
      search: withoutSecretParameters(this.clean(this.search)),
      headers: redactedHeaders(this.#headers, this.credential),
      ...(endpoint && { endpoint }),
      ...(stub && { stub }),
      ...(nearest && { nearest }),
      ...(shownCredential && { credential: shownCredential }),
      ...(tenant !== undefined && { tenant }),
      ...(this.#body && { body: parsed(this.clean(this.#body)) }),
      ...(this.bodyKept && { bodyKept: this.bodyKept }),
      ...(status !== undefined && { status }),
      ...(error !== undefined && { error }),
      ...(reason && { reason }),
      ...(settings && { settings }),
      ...(this.#answer?.length && { answer: parsed(this.clean(decoded(this.#answer))) }),
      ...(this.#answerKept && { answerKept: this.#answerKept }),
      ...(endedAt !== undefined && { durationMs: endedAt - at }),
      ...(faultId !== undefined && { fault: true, faultId }),
      ...(isForgotten && { forgotten: true }),
    };
  }
}

/** What a body says, as the log may show it. Redacted JSON is still JSON: a key has none of the characters that JSON is written with. */
function parsed(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return isDeep(json) ? text : json;
  } catch {
    return text;
  }
}

/** Very deep JSON stays text: writing it as JSON again could overflow the stack. */
function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 32 || Object.values(value).some((member) => isDeep(member, depth + 1));
}
