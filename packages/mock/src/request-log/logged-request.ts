import { apiKeyInText, apiKeyPrefix, type EndpointName } from '@issue-tracking/model';
import { bearerOf, type WireRequest } from '../http/exchange.ts';

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
  /** The body of the response, parsed, its API keys redacted; as text where it isn't JSON. Absent when it is longer than 64 KiB. */
  readonly answer?: unknown;
  /** From its arrival to its answer, in milliseconds of the mock's clock. */
  readonly durationMs?: number;
  /** Whether a fault touched it. */
  readonly fault?: true;
  /** Whether its headers and bodies had to make room for those of later requests. */
  readonly forgotten?: true;
}

/** Longer bodies don't stay in the log. */
const longest = 65_536;

/** What an entry takes besides its texts, roughly, in bytes. */
const entrySize = 500;

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
  headers: Readonly<Record<string, string>>;
  endpoint: EndpointName | undefined;
  stub: string | undefined;
  /** Path parameters of the endpoint or stub, undecoded. */
  params: Readonly<Record<string, string>> = {};
  nearest: string | undefined;
  /** Whether the credential is a valid one. */
  isKnown = false;
  tenant: string | undefined;
  status: number | undefined;
  error: string | undefined;
  endedAt: number | undefined;
  isFaulty = false;
  isForgotten = false;
  #body: string | undefined;
  #answer: string | undefined;

  constructor(request: WireRequest, at: number) {
    this.at = at;
    this.method = request.method;
    this.path = request.path;
    this.search = request.search;
    this.headers = request.headers();
  }

  /** The credential as it was sent, valid or not. It must not leave the log. */
  get credential(): string | undefined {
    return bearerOf(this.headers['authorization'] ?? null);
  }

  set body(text: string) {
    if (text.length <= longest && !this.isForgotten) this.#body = text;
  }

  set answer(text: string) {
    if (text.length <= longest && !this.isForgotten) this.#answer = text;
  }

  /** Roughly what it takes, in bytes. */
  get size(): number {
    if (this.isForgotten) return 0;
    let size = entrySize + this.path.length + this.search.length;
    for (const name in this.headers) size += name.length + (this.headers[name]?.length ?? 0);
    return size + (this.#body?.length ?? 0) + (this.#answer?.length ?? 0);
  }

  /** Lets go of what takes most of its memory. */
  forget(): void {
    this.headers = {};
    this.#body = undefined;
    this.#answer = undefined;
    this.isForgotten = true;
  }

  /** A copy to show, without secrets. */
  view(): RequestEntry {
    const { at, endpoint, stub, nearest, tenant, status, error, endedAt, isFaulty, isForgotten } = this;
    return {
      number: this.number,
      at,
      method: this.method,
      path: redactKeys(this.path),
      search: redactKeys(this.search),
      headers: Object.fromEntries(Object.entries(this.headers).map(([name, value]) => [name, shown(name, value)])),
      ...(endpoint && { endpoint }),
      ...(stub && { stub }),
      ...(nearest && { nearest }),
      ...(this.isKnown && this.credential && { credential: redact(this.credential) }),
      ...(tenant !== undefined && { tenant }),
      ...(this.#body !== undefined && { body: parsed(this.#body) }),
      ...(status !== undefined && { status }),
      ...(error !== undefined && { error }),
      ...(this.#answer && { answer: parsed(this.#answer) }),
      ...(endedAt !== undefined && { durationMs: endedAt - at }),
      ...(isFaulty && { fault: true }),
      ...(isForgotten && { forgotten: true }),
    };
  }
}

/** A header's value without the secrets it may hold. */
function shown(name: string, value: string): string {
  if (name === 'cookie' || name === 'proxy-authorization') return '…';
  if (name !== 'authorization') return redactKeys(value);
  const credential = bearerOf(value);
  return credential === undefined ? '…' : `Bearer ${redact(credential)}`;
}

/** What a body says, as the log may show it. Redacted JSON is still JSON: a key has none of the characters that JSON is written with. */
function parsed(body: string): unknown {
  const text = redactKeys(body);
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

/** A credential as a log may show it: a long one by its last four characters, which give nothing away. */
function redact(credential: string): string {
  const prefix = credential.startsWith(apiKeyPrefix) ? apiKeyPrefix : '';
  return `${prefix}…${credential.length >= 16 ? credential.slice(-4) : ''}`;
}

/** Redacts keys in a text that should have none, such as an address or a comment. */
export function redactKeys(text: string): string {
  return text.includes(apiKeyPrefix) ? text.replaceAll(apiKeyInText, (key) => redact(key)) : text;
}
