import { dataOf, entriesOf, itemOf } from '../platform/json.ts';
import { type Answer, type Compare, differ, free, isAbsent, type Knowledge, nameOf, withoutEnds } from './answers.ts';
import { ofErrors } from './error-aspects.ts';
import { ofIssues } from './issue-aspects.ts';
import { ofLists } from './list-aspects.ts';

const freeInComments = new Set([...free, 'createdAt']);

const status: Compare = (real, model) => differ('the status', real.status, model.status);

const aspects = {
  status,
  ...ofErrors,
  ...ofLists,
  ...ofIssues,
  /** The members of entries that both sides have. */
  values(real, model, { own }) {
    const isList = Array.isArray(dataOf(model));
    const known = new Map(entriesOf(model).map((entry) => [nameOf(entry), entry]));
    for (const entry of isList ? entriesOf(real) : [itemOf(real)]) {
      const expected = isList ? known.get(nameOf(entry)) : itemOf(model);
      // Another user changed the issue.
      if (isList && entry['issueNumber'] !== own && entry['updatedAt'] !== expected?.['updatedAt']) continue;
      const isFree = 'content' in entry ? freeInComments : free;
      for (const [name, value] of Object.entries(expected ?? {})) {
        // What the mock doesn't know is absent, and so is what a service leaves out.
        const isCompared = !isFree.has(name) && !isAbsent(value) && !isAbsent(entry[name]);
        const found = isCompared ? differ(name, withoutEnds(entry[name]), withoutEnds(value)) : undefined;
        if (found) return found;
      }
    }
    return undefined;
  },
  /** The status, and what a list has. Shows only choices. */
  outcome: (real, model, all) =>
    status(real, model, all) ?? ofLists.counts(real, model, all) ?? ofLists.entries(real, model, all),
} satisfies Readonly<Record<string, Compare>>;

export type Aspect = keyof typeof aspects;

/** What the specification fixes. */
export const fixed: readonly Aspect[] = [
  'status',
  'error',
  'field',
  'counts',
  'entries',
  'values',
  'summary',
  'moved',
  'encoding',
];

/** A difference in one aspect. */
export interface Difference {
  readonly aspect: Aspect;
  readonly why: string;
}

/** Returns the differences between two responses. After another status, nothing else can be compared. */
export function differences(
  real: Answer,
  model: Answer,
  { which, all }: { which: readonly Aspect[]; all: Knowledge },
): Difference[] {
  const list = which.flatMap((aspect) => {
    const why = aspects[aspect](real, model, all);
    return why === undefined ? [] : [{ aspect, why }];
  });
  return list[0]?.aspect === 'status' ? list.slice(0, 1) : list;
}
