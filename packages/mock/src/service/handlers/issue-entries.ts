import type { Item, List } from '@issue-tracking/model';
import type { IssueRecord } from '../../data/store/records.ts';
import { capped, inEntryOrder, isSameTime, withTiesTurned } from '../readings/list-order.ts';
import type { Readings } from '../readings/readings.ts';
import type { Service } from '../service.ts';
import type { Reply } from './handler.ts';
import { absentIn, jsonAs } from './record-json.ts';

interface IssueCall<Query> {
  readonly service: Service;
  readonly readings: Readings;
  readonly issue: IssueRecord;
  readonly query: Query;
}

/** The handler of a list that an issue holds: in the order of GAP-51, as far as a service gives it (GAP-50, GAP-52). */
export function listOf<T extends object, Query>(entriesOf: (issue: IssueRecord, query: Query) => readonly T[]) {
  return ({ service, readings, issue, query }: IssueCall<Query>): Reply<List<T>> => {
    const found = inEntryOrder(entriesOf(issue, query), readings);
    const told = readings.ties === 'stable' ? found : withTiesTurned(found, isSameTime, service.turns.count++);
    const data = [...capped(told, readings.listCap)];
    return { json: jsonAs(absentIn(readings, issue), { data, total: found.length }) };
  };
}

/** The handler of a single thing that an issue holds: it has no `total`. */
export function itemOf<T>(of: (issue: IssueRecord) => T) {
  return ({ readings, issue }: Pick<IssueCall<unknown>, 'readings' | 'issue'>): Reply<Item<T>> => ({
    json: jsonAs(absentIn(readings, issue), { data: of(issue) }),
  });
}
