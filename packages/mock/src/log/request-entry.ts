import type { EndpointName } from '@issue-tracking/model';
import type { RejectionReason } from '../platform/http/http-error.ts';
import type { SettingsChange } from '../settings/settings.ts';
import type { FieldChange } from './field-change.ts';

/** A request to the mock, and its response. */
export interface RequestEntry {
  /** Number since the log was last cleared, from 1. */
  readonly number: number;
  /** Time of arrival on the mock's clock, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** The path below the base URL, as sent. */
  readonly path: string;
  /** The query without the `?`, as sent. */
  readonly search: string;
  /** The headers by lower-case name, with credentials redacted. Empty if `forgotten`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The endpoint; absent for unknown paths. */
  readonly endpoint?: EndpointName;
  /** For an unknown path: the nearest endpoint, such as `GET /api/v1/projects`. */
  readonly nearest?: string;
  /**
   * The name of the credential and its redacted text, such as `acme-ci (svc_…only)`. Absent if the mock doesn't have the credential.
   * The last four characters of a long credential are shown.
   */
  readonly credential?: string;
  /** Id of the organization of the API key; for a token, of the project in the path, or else the only one of its user. */
  readonly tenant?: string;
  /** The parsed body of a write with API keys redacted, or a text if the body isn't JSON. Absent without a body; see `bodyKept`. */
  readonly body?: unknown;
  /**
   * The kept part of an incomplete body: the `beginning` of a body longer than 64 KiB, or `nothing` of a body that is too long to
   * read or has not arrived completely.
   */
  readonly bodyKept?: BodyRetention;
  /** The changed fields of an issue. */
  readonly changes?: readonly FieldChange[];
  /** Likely mistakes, although the service accepted the request: a misspelt filter, or one that finds nothing. */
  readonly warnings?: readonly RequestWarning[];
  /** Status of the response; absent before the response, for a dropped connection, and if the client left before. */
  readonly status?: number;
  /** The `error` of an error response. */
  readonly error?: string;
  /** Category of the failure, such as `wrong key`, `rate limit`, `fault` or `aborted`. Absent for a success. */
  readonly reason?: RejectionReason;
  /** The words of `mock.why()` on what caused the failure, such as `The key lacks the scope issues:write.` Absent for a success. */
  readonly why?: string;
  /** Settings that differed from the defaults when the request arrived, in the form of `mock.settings.change()`. */
  readonly settings?: SettingsChange;
  /** The parsed body of the response with API keys redacted, or a text if the body isn't JSON. */
  readonly response?: unknown;
  /** Set if only the first 4,096 characters of the response are kept, because the response is longer than 64 KiB. */
  readonly responseKept?: 'beginning';
  /** Time from the arrival to the response or its abort, in milliseconds of the mock's clock. */
  readonly durationMs?: number;
  /** Whether a fault applied to the request. */
  readonly fault?: true;
  /** Id of the last fault that applied to the request. */
  readonly faultId?: string;
  /** Whether the log has dropped its headers and bodies to make room for later requests. */
  readonly forgotten?: true;
}

/** The part of a body that the log has. */
export type BodyRetention = 'beginning' | 'nothing';

/**
 * The kind of a warning. `ignored`: the endpoint doesn't have a parameter or member. `no-match`: a list is empty because of a filter
 * or its page.
 */
export type WarningKind = 'ignored' | 'no-match';

/** A likely mistake in a request that the service accepted. */
export interface RequestWarning {
  readonly kind: WarningKind;
  /** The query parameter or member of the body, such as `query.prority`; `query` for several filters together. */
  readonly field: string;
  /** An explanation for users. */
  readonly text: string;
}
