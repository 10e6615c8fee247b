import type { EndpointName } from '@issue-tracking/model';
import type { RulePart } from '../findings/findings.ts';
import type { JsonObject } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';

/** A kind of list in an issue, with its rules. */
export interface ListKind {
  readonly endpoint: EndpointName;
  readonly segment: string;
  /** The rule about entries. */
  readonly entry: RulePart;
  /** The rule about the list. */
  readonly fetchList: RulePart;
}

/** A received list. */
export interface FetchedList {
  readonly issueNumber: number;
  readonly kind: ListKind;
  readonly exchange: Exchange;
  readonly entries: readonly JsonObject[];
  readonly total: number;
}
