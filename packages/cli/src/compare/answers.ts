import { absentMembers, issueSchema } from '@issue-tracking/model';
import { entriesOf, envelopeMember, isSame, type JsonObject } from '../platform/json.ts';
import type { Captured } from '../service/captured-lists.ts';

/** A response of either side. */
export interface Answer {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Headers;
}

/** What was read of the service so far, which some aspects need besides the two responses. */
export interface Knowledge {
  /** Whether the mock has all data of an entry, so that it knows whether a filter finds it. */
  knows(entry: JsonObject): boolean;
  /** Returns what was read of a list item's issue. */
  detailOf(item: JsonObject): JsonObject | undefined;
  /** Returns the lists of an issue that were read. */
  capturedOf(issue: JsonObject): Captured | undefined;
  /** Whether the response may have only the first page of what a filter finds. The order is open, so the entries are, too. */
  readonly isFiltered: boolean;
  /** The numbers of the issues in the service's order, on the requested page. */
  readonly page: readonly number[];
  /** All values that each side has shown of the test issue's `updatedAt`, the latest last. */
  readonly seen: { readonly real: Set<unknown>; readonly model: Set<unknown> };
  /** The number of the test issue, and its values. */
  readonly own: number | undefined;
  readonly state: { readonly status?: unknown; readonly priority?: unknown };
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Returns how the real response differs from the mock's in one aspect; `undefined` if it doesn't. */
export type Compare = (real: Answer, model: Answer, knowledge: Knowledge) => string | undefined;

export const show = (value: unknown) => (JSON.stringify(value) ?? 'missing').slice(0, 200);
export const differ = (what: string, real: unknown, model: unknown) =>
  isSame(real, model) ? undefined : `${what} is ${show(real)}, expected ${show(model)}`;

/** The members of an issue that may have no value (GAP-40). */
export const absentInIssues = [...absentMembers()].filter((name) => name in issueSchema.def.shape);
export const isAbsent = (value: unknown) => value === undefined || value === null || value === '' || isSame(value, []);

/** The beginning of the comment that a run adds. A service may change its ends (GAP-49). */
export const mark = 'issue-tracking: a test';
export const withoutEnds = (value: unknown) => (typeof value === 'string' && value.includes(mark) ? mark : value);

/** Returns what identifies an entry. The id of a new comment is free, its text is not. */
export function nameOf({ issueNumber, content, id, ...entry }: JsonObject): string {
  return String(issueNumber ?? withoutEnds(content) ?? id ?? JSON.stringify(Object.entries(entry).sort()));
}

export const namesOf = (answer: Answer, { knows }: Knowledge) => entriesOf(answer).filter(knows).map(nameOf);
export const isCut = (answer: Answer) => Number(envelopeMember(answer, 'total')) > entriesOf(answer).length;

/** Members that a service chooses freely, or that other aspects compare. */
export const free = new Set(['id', 'updatedAt', 'authorName', 'metadataSummary']);
