import { type IssueListItem, issueListItemSchema } from '@issue-tracking/model';
import type { Behavior } from '../behavior/behavior.ts';
import type { Json } from '../platform/http/json.ts';
import type { IssueRecord } from '../records/records.ts';
import { absentValuesOf, addedMembers, issueMembers, jsonAs, withPulledMembers } from './record-json.ts';

/** All members of a list item, in the order of the specification. */
const all = [
  'id',
  ...Object.keys(issueListItemSchema.def.shape).filter((name) => name !== 'id'),
] as readonly (keyof IssueListItem)[];
const without = (...left: readonly (keyof IssueListItem)[]) => all.filter((name) => !left.includes(name));

/** The field sets of a list item (RES-2, GAP-19). */
// enforces RES-2
const fieldSets: Readonly<Record<Exclude<Behavior['listItem'], 'alternating'>, readonly (keyof IssueListItem)[]>> = {
  both: all,
  reporter: without('id', 'labels', 'assignees'),
  labels: without('reporterName'),
};

function fieldsOf({ issueNumber }: IssueRecord, choice: Behavior['listItem']): readonly (keyof IssueListItem)[] {
  return fieldSets[choice === 'alternating' ? (issueNumber % 2 === 1 ? 'reporter' : 'labels') : choice];
}

/**
 * Cached JSON of list items. Records and `Behavior` objects never change. Without this cache, a page of 100 takes four times as
 * long.
 */
const written = new WeakMap<IssueRecord, { readonly behavior: Behavior; readonly item: Json<IssueListItem> }>();

/** Returns the list item of an issue as JSON. */
export function listItem(issue: IssueRecord, behavior: Behavior): Json<IssueListItem> {
  const known = written.get(issue);
  if (known?.behavior === behavior) return known.item;
  const item = writeItem(issue, behavior);
  written.set(issue, { behavior, item });
  return item;
}

function writeItem(issue: IssueRecord, behavior: Behavior): Json<IssueListItem> {
  const item: Record<string, unknown> = {};
  for (const name of fieldsOf(issue, behavior.listItem)) item[name] = issue[name];
  // The members are those of the model's schema.
  const fields = Object.assign(item as object as IssueListItem, addedMembers(issue, issueMembers));
  return jsonAs(absentValuesOf(behavior, issue), withPulledMembers(fields, issue, 'list'));
}
