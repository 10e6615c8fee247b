import type { EndpointName } from '@issue-tracking/model';
import type { RejectionReason } from '../../platform/http/http-error.ts';
import type { NonDefaultSettings } from '../settings/non-default-settings.ts';
import type { FieldChange } from './field-change.ts';
import type { RequestWarning } from './request-warning.ts';

/** A request to the mock, and its response. */
export interface RequestEntry {
  /** Number since the log was last cleared, from 1. */
  readonly number: number;
  /** Time of arrival on the mock's clock, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Below the base URL, as sent. */
  readonly path: string;
  /** Without the `?`, as sent. */
  readonly search: string;
  /** By lower-case name, with credentials redacted. Empty if `forgotten`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its endpoint; absent for stubs and unknown paths. */
  readonly endpoint?: EndpointName;
  /** Its stub, as `GET /api/v1/projects/{projectId}/events`. */
  readonly stub?: string;
  /** For an unknown path: the nearest endpoint, such as `GET /api/v1/projects`. */
  readonly nearest?: string;
  /**
   * Its credential, if the mock has it, valid or not: the name, and the redacted credential with the last four characters of a long
   * one, as in `acme-ci (svc_…only)`.
   */
  readonly credential?: string;
  /** Id of its organization: that of the API key, or of the project in the path. */
  readonly tenant?: string;
  /** The body of a write, parsed, with API keys redacted; as text if it isn't JSON. Absent if there was none; see `bodyKept`. */
  readonly body?: unknown;
  /**
   * The kept part of the body, if it isn't complete: the `beginning` of one longer than 64 KiB, `nothing` of one that is too long to
   * be read or has not arrived completely.
   */
  readonly bodyKept?: BodyRetention;
  /** The changed fields of an issue. */
  readonly changes?: readonly FieldChange[];
  /** Likely mistakes, although the service accepted the request: a misspelt filter, a write over an unread change. */
  readonly warnings?: readonly RequestWarning[];
  /** Status of the response; absent while there is none, and for a dropped connection. */
  readonly status?: number;
  /** The `error` of an error response. */
  readonly error?: string;
  /** Category of its failure, such as `wrong key`, `rate limit` or `fault`. Absent for a success. */
  readonly reason?: RejectionReason;
  /** The settings when it arrived that differ from the defaults, in the form of `mock.settings.change()`. */
  readonly settings?: NonDefaultSettings;
  /** The body of the response, parsed, with API keys redacted; as text if it isn't JSON. */
  readonly response?: unknown;
  /** Set if only the first 4,096 characters of the response are kept, because it is longer than 64 KiB. */
  readonly responseKept?: 'beginning';
  /** From its arrival to its response, in milliseconds of the mock's clock. */
  readonly durationMs?: number;
  /** Whether a fault applied to it. */
  readonly fault?: true;
  /** Id of that fault; of several, the last. */
  readonly faultId?: string;
  /** Whether the log has dropped its headers and bodies to make room for later requests. */
  readonly forgotten?: true;
}

/** The part of a body that the log has. */
export type BodyRetention = 'beginning' | 'nothing';
