import type { EndpointName, Scope } from '@issue-tracking/model';
import type { RejectionReason } from '../../platform/http/http-error.ts';
import { decoded, encoded } from '../../platform/http/json.ts';
import { bearerOf, textRequest, type WireRequest, type WireResponse } from '../../platform/http/wire.ts';
import type { IssuePath } from '../../records/placements.ts';
import type { IssueRecord } from '../../records/records.ts';
import { type AppliedFault, type FaultPhase, phaseOf, spoilsResponse } from '../faults/fault-effect.ts';
import type { Rate } from '../rate-window.ts';
import { nonDefaultSettings, type ServiceSettings } from '../settings/settings.ts';
import type { FieldChange } from './field-change.ts';
import { ignoredIn } from './ignored.ts';
import { beginningOf, isLong, shownBody } from './kept-body.ts';
import { namedCredential, redactedHeaders, withoutCredential, withoutSecretParameters } from './redact.ts';
import type { BodyRetention, RequestEntry, RequestWarning } from './request-entry.ts';

/** The part of an operation that the log needs. */
interface LoggedOperation {
  readonly endpoint: EndpointName;
  readonly scope: Scope;
}

/** The rejection of a request by a step. */
export interface StepRejection {
  readonly reason: RejectionReason;
  /** Explanation for the user of the mock. */
  readonly text?: string | undefined;
  /** Name of the behavior option that decided the rejection. */
  readonly behavior?: string | undefined;
}

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
 * A request in the log. Texts are parsed and redacted only when an entry is read: parsed values can take twenty times the memory.
 */
export class LoggedRequest {
  /** Assigned by the log. */
  number = 0;
  /** Time of arrival on the mock's clock, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  /** The client's network address; `undefined` in process. */
  readonly address: string | undefined;
  /** Private, because headers contain the credential, which JSON and consoles must not show. */
  #headers: Readonly<Record<string, string>>;
  /** The endpoint; `undefined` for an unknown path or method. */
  operation: LoggedOperation | undefined;
  /** Path parameters, undecoded. */
  params: Readonly<Record<string, string>> = {};
  /** For an unknown path: the most similar endpoint. */
  nearest: string | undefined;
  /** Name of the credential; `undefined` for an unknown credential. */
  credentialName: string | undefined;
  tenant: string | undefined;
  status: number | undefined;
  error: string | undefined;
  /** Name of the last step that the request has reached. */
  reached: string | undefined;
  /** The rejection by that step. A fault may have replaced its response. */
  rejection: StepRejection | undefined;
  /** The settings when the request arrived. */
  readonly settings: ServiceSettings;
  /** Delay of the response, in milliseconds of real time. */
  latencyMs = 0;
  /** The rate limit of the credential. */
  rate: Rate | undefined;
  endedAt: number | undefined;
  /** The faults that applied to the request, in order. */
  faults: readonly AppliedFault[] = [];
  /** The issues in the service's response, in their state at that time. */
  shown: readonly IssueRecord[] = [];
  /** The number of the first request that arrived after this response was sent; `undefined` for a lost response. */
  sentBefore: number | undefined;
  changes: readonly FieldChange[] = [];
  #warnings: readonly RequestWarning[] = [];
  /** Whether the log has dropped headers and bodies to limit its memory. */
  isForgotten = false;
  /** The user of an access token, otherwise the credential. All tokens of a user count as one sender. */
  #sender: string | undefined;
  /** The kept part of the body, if it isn't complete. */
  bodyKept: BodyRetention | undefined;
  #body: string | undefined;
  #response: Uint8Array | undefined;
  #isResponseCut = false;
  #responseHeaders: Readonly<Record<string, string>> | undefined;

  constructor(request: WireRequest, at: number, settings: ServiceSettings) {
    this.settings = settings;
    this.at = at;
    this.method = request.method;
    this.path = request.path;
    this.search = request.search;
    this.address = request.address;
    this.#headers = request.headers();
  }

  /** The credential as sent, valid or not. Must not leave the log. */
  get credential(): string | undefined {
    return bearerOf(this.#headers['authorization'] ?? null);
  }

  set sender(sender: string) {
    this.#sender = sender;
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

  /** Returns the fault that applied to the request in a phase. */
  faultIn(phase: FaultPhase): AppliedFault | undefined {
    return this.faults.find((fault) => phaseOf(fault) === phase);
  }

  get endpoint(): EndpointName | undefined {
    return this.operation?.endpoint;
  }

  /** Category of the failure. */
  get reason(): RejectionReason | undefined {
    const fault = this.faults.find(spoilsResponse);
    if (!fault) return this.rejection?.reason;
    return fault.scenario === undefined ? 'fault' : 'scenario';
  }

  /** Likely mistakes in a request that was not rejected for its input, without secrets. */
  get warnings(): RequestWarning[] {
    const { endpoint, rejection } = this;
    if (!endpoint || rejection?.reason === 'input') return [];
    const ignored = ignoredIn(endpoint, this.search, this.#body && shownBody(this.#body));
    return [...ignored, ...this.#warnings].map((warning) => ({
      ...warning,
      field: this.redact(warning.field),
      text: this.redact(warning.text),
    }));
  }

  warn(...warnings: readonly RequestWarning[]): void {
    this.#warnings = [...this.#warnings, ...warnings];
  }

  /** The state of an issue in the response; `undefined` if the response does not show that issue. */
  shownIssue({ projectId, issueNumber }: IssuePath): IssueRecord | undefined {
    return this.shown.find((issue) => issue.issueNumber === issueNumber && issue.projectId === projectId);
  }

  /** Whether `other` has the same sender, who had received this response before sending `other`. */
  wasReadBefore(other: LoggedRequest): boolean {
    const isSent = this.sentBefore !== undefined && this.sentBefore <= other.number;
    return isSent && this.#sender === other.#sender && this.method !== 'HEAD' && !this.faults.some(spoilsResponse);
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
  setResponse({ status, headers, body }: WireResponse): void {
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
  toReplay(edits: RequestEdits = {}): WireRequest | string {
    if (this.isForgotten) return 'The log has dropped its headers.';
    const { method, address } = this;
    const { path = this.path, search = this.search, body = this.#body, authorization } = edits;
    const { authorization: own, ...others } = this.#headers;
    const kept = authorization === undefined ? own : authorization;
    const headers: Record<string, string> = { ...others, ...(typeof kept === 'string' && { authorization: kept }) };
    if (edits.body === undefined && this.bodyKept)
      return 'The log does not have its whole body: it is longer than 64 KiB, or did not arrive completely.';
    return textRequest({ method, path, search, address }, headers, body || undefined);
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
    // Count only a reference to each issue, because the store has most issues anyway.
    return size + (this.#body?.length ?? 0) + (this.#response?.length ?? 0) + 8 * this.shown.length;
  }

  /** Drops headers and bodies, which take most of the memory. */
  forget(): void {
    this.#headers = {};
    this.#body = undefined;
    this.#response = undefined;
    this.#responseHeaders = undefined;
    this.shown = [];
    this.#sender = undefined;
    this.isForgotten = true;
  }

  /** Called by `JSON.stringify`, so that printed faults show their requests. */
  toJSON(): RequestEntry {
    return this.view();
  }

  [Symbol.for('nodejs.util.inspect.custom')](): RequestEntry {
    return this.view();
  }

  /** Redacts API keys and the request's credential in a text. */
  redact(text: string): string {
    return withoutCredential(text, this.credential);
  }

  /** Returns the redacted entry. */
  view(): RequestEntry {
    const { at, endpoint, nearest, tenant, status, error, reason, endedAt, isForgotten } = this;
    const faultId = this.faults.findLast(({ id }) => id !== undefined)?.id;
    const { shownCredential } = this;
    const settings = nonDefaultSettings(this.settings);
    const response = this.#response;
    const { changes, warnings } = this;
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
      ...(settings && { settings }),
      ...(response?.length && { response: shownBody(this.redact(decoded(response))) }),
      ...(this.#isResponseCut && { responseKept: 'beginning' }),
      ...(endedAt !== undefined && { durationMs: endedAt - at }),
      ...(faultId !== undefined && { fault: true, faultId }),
      ...(isForgotten && { forgotten: true }),
    };
  }
}
