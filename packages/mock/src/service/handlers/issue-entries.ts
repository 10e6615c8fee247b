import type { Item, List } from '@issue-tracking/model';
import type { IssueRecord } from '../../data/store/records.ts';
import type { Readings } from '../readings/readings.ts';
import type { Service } from '../service.ts';
import { asGiven } from './as-given.ts';
import { inEntryOrder } from './entry-order.ts';
import type { Reply } from './handler.ts';
import { absentIn, jsonAs } from './record-json.ts';

interface IssueCall<Query> {
  readonly service: Service;
  readonly readings: Readings;
  readonly issue: IssueRecord;
  readonly query: Query;
}

/** The handler of a list that an issue holds: in the order of GAP-51. */
export function listOf<T extends object, Query>(entriesOf: (issue: IssueRecord, query: Query) => readonly T[]) {
  return ({ service, readings, issue, query }: IssueCall<Query>): Reply<List<T>> => {
    const found = inEntryOrder(entriesOf(issue, query), readings);
    const data = asGiven({ items: found, readings, service });
    return { json: jsonAs(absentIn(readings, issue), { data, total: found.length }) };
  };
}

/** The handler of a single thing that an issue holds: it has no `total`. */
export function itemOf<T>(of: (issue: IssueRecord) => T) {
  return ({ readings, issue }: Pick<IssueCall<unknown>, 'readings' | 'issue'>): Reply<Item<T>> => ({
    json: jsonAs(absentIn(readings, issue), { data: of(issue) }),
  });
}
