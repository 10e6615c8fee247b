import type { EndpointName, Scope } from '@issue-tracking/model';
import { bearerOf, textRequest, type WireRequest } from '../../platform/http/exchange.ts';
import type { RefusalReason } from '../../platform/http/http-error.ts';
import type { Rate } from '../limits/sliding-window.ts';
import type { ServiceSettings } from '../scenarios/settings.ts';
import { redact, redactedHeaders, withoutCredential } from './redact.ts';

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
  /** The valid credential it came with, as `svc_…` and the last four characters of a long one. */
  readonly credential?: string;
  /** The id of the organization it was for: that of the API key, or of the project in the path. */
  readonly tenant?: string;
  /** The body of a write, parsed, its API keys redacted; as text where it isn't JSON. Absent when it was never read or is longer than 64 KiB. */
  readonly body?: unknown;
  /** Of the response; absent while there is none and after a dropped connection. */
  readonly status?: number;
  /** The `error` of an error response. */
  readonly error?: string;
  /** In a word, why it did not get what it asked for: `wrong key`, `rate limit`, `fault`. Absent for a success. */
  readonly reason?: RefusalReason;
  /** The body of the response, parsed, its API keys redacted; as text where it isn't JSON. Absent when it is longer than 64 KiB. */
  readonly answer?: unknown;
  /** From its arrival to its answer, in milliseconds of the mock's clock. */
  readonly durationMs?: number;
  /** Whether a fault touched it. */
  readonly fault?: true;
  /** The id of that fault; of several, the last. */
  readonly faultId?: string;
  /** Whether its headers and bodies had to make room for those of later requests. */
  readonly forgotten?: true;
}

/** An endpoint of the API, or a stub: one of the two names is there. */
interface LoggedDestination {
  readonly endpoint: EndpointName | undefined;
  readonly stub: string | undefined;
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

/** What the log keeps of a fault that touched a request: the fault as it was added, its delay drawn. */
export interface TouchingFault {
  readonly id: string;
  readonly when?: 'arrival' | 'before' | 'after' | undefined;
  readonly status?: number | undefined;
  readonly headers?: Record<string, string> | undefined;
  readonly body?: unknown;
  readonly delayMs: number;
  readonly drop?: boolean | undefined;
  readonly truncate?: number | undefined;
}

/** Longer bodies don't stay in the log. */
const longest = 65_536;

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
  /** Whether the credential is a valid one. */
  isKnown = false;
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
  /** Whether its body was too long to stay. */
  hasLongBody = false;
  #body: string | undefined;
  #answer: string | undefined;
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

  get endpoint(): EndpointName | undefined {
    return this.destination?.endpoint;
  }

  get stub(): string | undefined {
    return this.destination?.stub;
  }

  /** In a word, why it did not get what it asked for. */
  get reason(): RefusalReason | undefined {
    return this.faults.some(spoils) ? 'fault' : this.refusal?.reason;
  }

  set body(text: string) {
    this.hasLongBody = text.length > longest;
    if (text.length <= longest && !this.isForgotten) this.#body = text;
  }

  set answer(text: string) {
    if (text.length <= longest && !this.isForgotten) this.#answer = text;
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
    if (body === undefined && headers['content-type'] !== undefined)
      return 'The log does not have its body: it was refused before that was read, or the body is longer than 64 KiB.';
    return textRequest({ method, path, search, source: () => source }, headers, body);
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
    return {
      number: this.number,
      at,
      method: this.method,
      path: this.clean(this.path),
      search: this.clean(this.search),
      headers: redactedHeaders(this.#headers, this.credential),
      ...(endpoint && { endpoint }),
      ...(stub && { stub }),
      ...(nearest && { nearest }),
      ...(this.isKnown && this.credential && { credential: redact(this.credential) }),
      ...(tenant !== undefined && { tenant }),
      ...(this.#body !== undefined && { body: parsed(this.clean(this.#body)) }),
      ...(status !== undefined && { status }),
      ...(error !== undefined && { error }),
      ...(reason && { reason }),
      ...(this.#answer && { answer: parsed(this.clean(this.#answer)) }),
      ...(endedAt !== undefined && { durationMs: endedAt - at }),
      ...(faultId !== undefined && { fault: true, faultId }),
      ...(isForgotten && { forgotten: true }),
    };
  }
}

/** Whether what a fault does is more than to wait and to set headers. */
function spoils({ status, body, drop, truncate }: TouchingFault): boolean {
  return Boolean(drop) || [status, body, truncate].some((member) => member !== undefined);
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
