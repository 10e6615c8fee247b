import type { EndpointName } from '@issue-tracking/model';
import type { RejectionReason } from '../platform/http/http-error.ts';
import type { Sent } from '../platform/http/sent.ts';
import { nonDefaultSettings, type ServiceSettings } from '../settings/settings.ts';
import type { FieldChange } from './field-change.ts';
import { KeptExchange } from './kept-exchange.ts';
import { namedCredential } from './redaction.ts';
import type { RequestEntry, RequestWarning } from './request-entry.ts';
import type { StepName } from './steps.ts';
import type { Said } from './trace.ts';
import { ignoredIn } from './warnings.ts';

const none: readonly never[] = [];

/** Makes what a step says of a request when it is read: few requests are ever explained. */
export type Explain = (entry: Entry) => Said;

/** A request in the log. The steps write into it what becomes of the request, and `view` shows it without secrets. */
export class Entry extends KeptExchange {
  /** Assigned by the log. */
  number = 0;
  /** Time of arrival on the mock's clock, in milliseconds since 1970. */
  readonly at: number;
  /** The settings when the request arrived. */
  readonly settings: ServiceSettings;
  /** Name of the credential; `undefined` for an unknown credential. */
  credentialName: string | undefined;
  tenant: string | undefined;
  /** What failed authentications are counted by, if this one was rejected for too many. */
  source: string | undefined;
  /** `undefined` for an unknown path or method. */
  endpoint: EndpointName | undefined;
  /** Path parameters, undecoded. */
  params: Readonly<Record<string, string>> = {};
  /** For an unknown path: the most similar endpoint. */
  nearest: string | undefined;
  /** The last step that the request has reached. */
  step: StepName = 'arrival';
  /** The words of each step, in order: the step, and then its words. Flat, so that a request in the log needs one array. */
  readonly #trace: (StepName | Said | Explain)[] = [];
  /** Why the last step rejected the request. A fault may have replaced its response. */
  rejection: RejectionReason | undefined;
  /** The cause of a useless response: a fault or the scenario. */
  spoiledBy: 'fault' | 'scenario' | undefined;
  /** Id of the last fault that applied. */
  faultId: string | undefined;
  error: string | undefined;
  endedAt: number | undefined;
  changes: readonly FieldChange[] = none;
  /** Likely mistakes that the handler has found. */
  found: readonly RequestWarning[] = none;

  constructor(sent: Sent, at: number, settings: ServiceSettings) {
    super(sent);
    this.settings = settings;
    this.at = at;
  }

  /** Adds what a step says to the explanation of the request. */
  tell(step: StepName, said: Said | Explain): void {
    this.#trace.push(step, said);
  }

  /** Logs that the client has left, so that no response arrives. */
  abort(at: number): void {
    const when =
      this.step === 'handler' ? 'after it was handled, before the response arrived' : 'before it was handled';
    this.tell('abort', { outcome: 'changed', text: `The client aborted the request ${when}.` });
    this.endedAt = at;
    this.rejection = 'aborted';
    this.reply = undefined;
    this.error = undefined;
    // A fault may have been about to spoil the response.
    this.spoiledBy = undefined;
  }

  /** Yields what each step has said, in order. */
  *told(): Generator<readonly [step: StepName, said: Said]> {
    for (let at = 0; at < this.#trace.length; at += 2) {
      // The cast is safe because only `tell` adds to it.
      const [step, said] = [this.#trace[at], this.#trace[at + 1]] as [StepName, Said | Explain];
      yield [step, typeof said === 'function' ? said(this) : said];
    }
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

  /** The text of the step that rejected the request or changed its response, without secrets. */
  get why(): string | undefined {
    if (!this.reason) return undefined;
    const said = [...this.told()].findLast(([, { outcome }]) => outcome === 'rejected' || outcome === 'changed');
    return said && this.redact(said[1].text);
  }

  /** Likely mistakes in a request that was not rejected for its input, without secrets. */
  get warnings(): RequestWarning[] {
    const { endpoint, rejection } = this;
    if (!endpoint || rejection === 'input') return [];
    const ignored = ignoredIn(endpoint, this.search, this.parsedBody);
    return [...ignored, ...this.found].map((warning) => ({
      ...warning,
      field: this.redact(warning.field),
      text: this.redact(warning.text),
    }));
  }

  /** Returns the redacted entry. */
  view(): RequestEntry {
    const { at, endpoint, nearest, tenant, status, error, reason, endedAt, faultId } = this;
    const { shownCredential, changes, warnings, why } = this;
    const settings = nonDefaultSettings(this.settings);
    return {
      number: this.number,
      at,
      ...this.shownTexts(),
      ...(endpoint && { endpoint }),
      ...(nearest && { nearest }),
      ...(shownCredential && { credential: shownCredential }),
      ...(tenant !== undefined && { tenant }),
      ...(changes.length > 0 && { changes }),
      ...(warnings.length > 0 && { warnings }),
      ...(status !== undefined && { status }),
      ...(error !== undefined && { error }),
      ...(reason && { reason }),
      ...(why && { why }),
      ...(settings && { settings }),
      ...(endedAt !== undefined && { durationMs: endedAt - at }),
      ...(faultId !== undefined && { fault: true, faultId }),
    };
  }
}
