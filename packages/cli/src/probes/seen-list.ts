import type { EndpointName } from '@issue-tracking/model';
import type { Place } from '../findings/findings.ts';
import type { Members } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';

/** A list of an issue, and the rules that are about it. */
export interface ListKind {
  readonly endpoint: EndpointName;
  readonly segment: string;
  /** The shape of an entry. */
  readonly entry: Place;
  /** How they come. */
  readonly list: Place;
}

/** A list as it came. */
export interface SeenList {
  readonly issueNumber: number;
  readonly kind: ListKind;
  readonly exchange: Exchange;
  readonly entries: readonly Members[];
  readonly total: number;
}
