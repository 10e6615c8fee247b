import { durationText } from '../platform/clock/duration-text.ts';

/** A field of an issue that a request changed. */
export interface FieldChange {
  readonly field: 'status' | 'priority';
  readonly from: string;
  readonly to: string;
  /** The request that had set `from`; absent if the log has none. */
  readonly setBy?: {
    readonly number: number;
    /** The mock's time of arrival, in milliseconds since 1970. */
    readonly at: number;
    /** The credential, as in the entry of that request. */
    readonly credential?: string;
  };
}

/** Describes a change: `status: blocked → in_progress; request 3 with acme (svc_…) had set "blocked" 8 seconds before`. */
export function changeText({ field, from, to, setBy }: FieldChange, at: number): string {
  const change = `${field}: ${from} → ${to}`;
  if (!setBy) return change;
  const credential = setBy.credential === undefined ? '' : ` with ${setBy.credential}`;
  // A test may have moved the clock back.
  return `${change}; request ${setBy.number}${credential} had set "${from}" ${durationText(Math.max(0, at - setBy.at))} before`;
}
