import type { EndpointName } from '@issue-tracking/model';
import type { RulePart } from '../findings/findings.ts';
import type { JsonObject } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';

/** A list of an issue, and the rules that are about it. */
export interface ListKind {
  readonly endpoint: EndpointName;
  readonly segment: string;
  /** The shape of an entry. */
  readonly entry: RulePart;
  /** How they come. */
  readonly fetchList: RulePart;
}

/** A list as it came. */
export interface FetchedList {
  readonly issueNumber: number;
  readonly kind: ListKind;
  readonly exchange: Exchange;
  readonly entries: readonly JsonObject[];
  readonly total: number;
}
