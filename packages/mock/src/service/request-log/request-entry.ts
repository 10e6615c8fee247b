import type { EndpointName } from '@issue-tracking/model';
import type { RejectionReason } from '../../platform/http/http-error.ts';
import type { NonDefaultSettings } from '../settings/unusual-settings.ts';
import type { FieldChange } from './field-change.ts';
import type { RequestWarning } from './request-warning.ts';

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
  readonly bodyKept?: BodyRetention;
  /** The fields of an issue that it changed. */
  readonly changes?: readonly FieldChange[];
  /** Likely mistakes, although the service accepted the request: a misspelt filter, a write over an unread change. */
  readonly warnings?: readonly RequestWarning[];
  /** Of the response; absent while there is none and after a dropped connection. */
  readonly status?: number;
  /** The `error` of an error response. */
  readonly error?: string;
  /** In a word, why it did not get what it asked for: `wrong key`, `rate limit`, `fault`. Absent for a success. */
  readonly reason?: RejectionReason;
  /** The settings that applied and are not the default, as `mock.settings.change()` takes them. */
  readonly settings?: NonDefaultSettings;
  /** The body of the response, parsed, its API keys redacted; as text where it isn't JSON. */
  readonly response?: unknown;
  /** `beginning` where the log has no more of that than its first 4,096 characters, as it is longer than 64 KiB. */
  readonly responseKept?: 'beginning';
  /** From its arrival to its response, in milliseconds of the mock's clock. */
  readonly durationMs?: number;
  /** Whether a fault touched it. */
  readonly fault?: true;
  /** The id of that fault; of several, the last. */
  readonly faultId?: string;
  /** Whether its headers and bodies had to make room for those of later requests. */
  readonly forgotten?: true;
}

/** How much of a body the log has. */
export type BodyRetention = 'beginning' | 'nothing';
