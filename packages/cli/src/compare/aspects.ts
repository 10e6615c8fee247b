import {
  absentMembers,
  consoleLevels,
  errorTexts,
  issuePriorities,
  issueSchema,
  issueStatuses,
} from '@issue-tracking/model';
import { dataOf, entriesOf, envelopeMember, isJsonObject, isSame, itemOf, type JsonObject } from '../platform/json.ts';
import type { Captured } from '../service/captured-lists.ts';

/** A response of either side. */
export interface Answer {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Headers;
}

/** What the comparison knows beside the two responses. */
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

const minute = 60_000;

/** Returns how the real response differs from the mock's in one aspect; `undefined` if it doesn't. */
type Compare = (real: Answer, model: Answer, knowledge: Knowledge) => string | undefined;

const show = (value: unknown) => (JSON.stringify(value) ?? 'missing').slice(0, 200);
const differ = (what: string, real: unknown, model: unknown) =>
  isSame(real, model) ? undefined : `${what} is ${show(real)}, expected ${show(model)}`;

/** The members of an issue that may have no value (GAP-40). */
export const absentInIssues = [...absentMembers()].filter((name) => name in issueSchema.def.shape);
export const isAbsent = (value: unknown) => value === undefined || value === null || value === '' || isSame(value, []);

/** The beginning of the comment that a run adds. A service may change its ends (GAP-49). */
export const mark = 'issue-tracking: a test';
const withoutEnds = (value: unknown) => (typeof value === 'string' && value.includes(mark) ? mark : value);

/** Returns what identifies an entry. The id of a new comment is free, its text is not. */
function nameOf({ issueNumber, content, id, ...entry }: JsonObject): string {
  return String(issueNumber ?? withoutEnds(content) ?? id ?? JSON.stringify(Object.entries(entry).sort()));
}

const namesOf = (answer: Answer, { knows }: Knowledge) => entriesOf(answer).filter(knows).map(nameOf);
const isCut = (answer: Answer) => Number(envelopeMember(answer, 'total')) > entriesOf(answer).length;

const fixedTexts: readonly string[] = Object.values(errorTexts);
/** Members that a service chooses freely, or that other aspects compare. */
const free = new Set(['id', 'updatedAt', 'authorName', 'metadataSummary']);
const freeInComments = new Set([...free, 'createdAt']);
const allowed: Readonly<Record<string, readonly string[]>> = {
  status: issueStatuses,
  priority: issuePriorities,
  level: consoleLevels,
};

const status: Compare = (real, model) => differ('the status', real.status, model.status);
const counts: Compare = (real, model, all) => {
  const of = (answer: Answer, name: string) => envelopeMember(answer, name);
  // The mock can't count entries that it knows only in part. Another list has another total.
  const isOther = all.isFiltered && entries(real, model, all) !== undefined;
  if (isOther || !entriesOf(real).every(all.knows)) {
    const expected = of(model, 'total') === undefined ? undefined : entriesOf(real).length;
    return isCut(real) ? undefined : differ('total', of(real, 'total'), expected);
  }
  const isEmpty = of(real, 'total') === 0;
  return ['total', 'page', 'totalPages']
    .filter((name) => !(isEmpty && name === 'totalPages' && of(real, name) === 1)) // GAP-35
    .map((name) => differ(name, of(real, name), of(model, name)))
    .find((why) => why !== undefined);
};
const entries: Compare = (real, model, all) => {
  const [found, expected] = [namesOf(real, all).sort(), namesOf(model, all).sort()];
  if ((all.isFiltered && isCut(real)) || isSame(found, expected)) return undefined;
  const [lacking, wrong] = [without(expected, found), without(found, expected)];
  const problems = [
    ...(lacking.length > 0 ? [`lacks ${lacking}`] : []),
    ...(wrong.length > 0 ? [`should not have ${wrong}`] : []),
  ];
  return `the list ${problems.join(', and ')}`;
};

/** Returns the first entries of a list that another doesn't have, or not as often, in short. */
function without(names: readonly string[], others: readonly string[]): string {
  const left = [...others];
  const missing = names.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const shown = missing.slice(0, 5).map((name) => show(name.slice(0, 60)));
  return [...shown, ...(missing.length > 5 ? [`${missing.length - 5} more`] : [])].join(', ');
}

const order: Compare = (real, model, all) => differ('the list', namesOf(real, all), namesOf(model, all));

const aspects = {
  status,
  /** The fixed text, and the fields and allowed values of `details`. */
  error(real, model) {
    if (model.status < 400 || !isJsonObject(model.json) || !isJsonObject(real.json)) return undefined;
    const { error, details } = model.json;
    if (fixedTexts.includes(String(error)) && real.json['error'] !== error)
      return differ('error', real.json['error'], error);
    if (!Array.isArray(details)) return undefined;
    const found: unknown[] = Array.isArray(real.json['details']) ? real.json['details'] : [];
    const isDetail = (one: unknown) =>
      isJsonObject(one) && typeof one['field'] === 'string' && typeof one['message'] === 'string';
    return found.length > 0 && found.every(isDetail)
      ? undefined
      : `details is ${show(real.json['details'])}, expected fields with messages`;
  },
  /** The field that `details` name, and the values that its message names. */
  field(real, model) {
    const [expected, found] = [real, model]
      .map(({ json }) => (isJsonObject(json) ? json['details'] : undefined))
      .reverse();
    if (!Array.isArray(expected) || !Array.isArray(found)) return undefined;
    for (const { field } of expected) {
      if (field === 'body' || field === 'content-type') continue; // GAP-33
      const detail = found.find((one) => isJsonObject(one) && one['field'] === field);
      if (!detail) return `no detail names ${field}`;
      const missing = allowed[field]?.filter((value) => !String(detail.message).includes(value)) ?? [];
      if (missing.length > 0) return `the message about ${field} lacks ${missing.join(', ')}`;
    }
    return undefined;
  },
  counts,
  entries,
  length: (real, model) => differ('the number of entries', entriesOf(real).length, entriesOf(model).length),
  /** Whether a page has the issues that the whole list has there, in any order of the service (GAP-7). */
  page: (real, _, { page }) =>
    differ(
      'the page',
      entriesOf(real).map(({ issueNumber }) => issueNumber),
      page,
    ),
  /** Whether the list has the new comment once. */
  added(real) {
    const times = entriesOf(real).filter((entry) => nameOf(entry) === mark).length;
    return times === 1 || isCut(real) ? undefined : `the new comment is ${times} times in the list`;
  },
  /** The status of an issue. */
  state: (real, model) => differ('status', itemOf(real)['status'], itemOf(model)['status']),
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
  /** Whether a change of the test issue was made to another issue, too. Other users may change it to something else. */
  others(real, model, { own, seen, state }) {
    const known = new Map(entriesOf(model).map((entry) => [entry['issueNumber'], entry]));
    for (const entry of entriesOf(real)) {
      const expected = known.get(entry['issueNumber']);
      if (!expected || entry['issueNumber'] === own || !seen.real.has(entry['updatedAt'])) continue;
      const changed = (['status', 'priority'] as const).filter((name) => entry[name] !== expected[name]);
      if (changed.length > 0 && changed.every((name) => entry[name] === state[name]))
        return `issue ${entry['issueNumber']} has the new ${changed.join(' and ')}, too`;
    }
    return undefined;
  },
  /** Whether an issue lacks a value that the list shows, which the mock has. */
  lacks(real, model) {
    const [found, expected] = [itemOf(real), itemOf(model)];
    const lacking = Object.keys(found).length === 0 ? [] : Object.keys(expected).filter((name) => !free.has(name));
    const missing = lacking.filter((name) => isAbsent(found[name]) && !isAbsent(expected[name]));
    return differ('missing', missing, []);
  },
  /** Whether list items have one of the two sets of members (RES-2). Values that the issue lacks may be omitted (GAP-40). */
  sets(real, _, { detailOf }) {
    for (const item of entriesOf(real)) {
      const detail = 'reporterName' in item ? undefined : detailOf(item);
      const needed = 'id' in item ? { labels: 'labels', assigneeName: 'assignees' } : { reporterName: 'reporterName' };
      for (const [name, member] of Object.entries(needed))
        if (detail && !isAbsent(detail[name]) && !(member in item))
          return `the item of issue ${item['issueNumber']} lacks ${member}`;
    }
    return undefined;
  },
  /** The counts of an issue that no choice of the service changes (RES-4). What an error is stays open (GAP-42). */
  summary(real, model, { capturedOf }) {
    const [found, expected] = [itemOf(real)['metadataSummary'], itemOf(model)['metadataSummary']];
    if (!isJsonObject(found) || !isJsonObject(expected)) return undefined;
    const read = capturedOf(itemOf(real));
    return Object.entries({ userActionCount: read?.userActions, screenshotCount: read?.screenshots })
      .map(([name, entries]) => entries && differ(name, found[name], expected[name]))
      .find((why) => why !== undefined);
  },
  /** Whether `updatedAt` has a time that no response had before, if the mock's has. */
  moved(real, model, { seen }) {
    const { updatedAt } = itemOf(real);
    if (updatedAt === undefined || seen.real.size === 0) return undefined;
    if (seen.model.has(itemOf(model)['updatedAt']))
      return updatedAt === [...seen.real].at(-1) ? undefined : `updatedAt moved to ${updatedAt}`;
    return seen.real.has(updatedAt) ? `updatedAt is still ${updatedAt}` : undefined;
  },
  /** Whether a new time is in UTC (GEN-4). Other zones differ by multiples of 15 minutes, up to 14 hours. */
  zone(real, _, { now, seen }) {
    const { updatedAt, createdAt } = itemOf(real);
    // A service whose clock is wrong may count on from a time in the future. `Date` has whole seconds.
    const clock = Date.parse(real.headers?.get('date') ?? '') || now;
    const known = Date.parse(String([...seen.real][0]));
    const off = Math.abs(Date.parse(String(updatedAt ?? createdAt)) - clock);
    if (Number.isNaN(off) || known > clock + minute) return undefined;
    const rest = off % (15 * minute);
    const isOther = off > 20 * minute && off < 15 * 60 * minute && Math.min(rest, 15 * minute - rest) < 2 * minute;
    return isOther ? `the time differs from that of the response by ${Math.round(off / minute)} minutes` : undefined;
  },
  /** Whether the service rejects what the mock rejects, with any status (GAP-5). */
  rejected: (real) => (real.status >= 400 && real.status < 500 ? undefined : `the status is ${real.status}`),
  /** Whether the service decoded the text of a comment as UTF-8. */
  encoding: (real) =>
    /\ufffd|\u00cc|\?\?|e\?/.test(String(itemOf(real)['content'])) ? 'é was not decoded as UTF-8' : undefined,

  // The aspects below show only the service's choices.
  order,
  outcome: (real, model, all) => status(real, model, all) ?? counts(real, model, all) ?? entries(real, model, all),
  /** The sets of members of list items (GAP-19). */
  members: (real, model) => {
    const sets = (answer: Answer) =>
      entriesOf(answer).map((item) => ['id', 'labels', 'assignees', 'reporterName'].filter((name) => name in item));
    return differ('the members', sets(real), sets(model));
  },
  /** The form of absent values (GAP-40). */
  absence(real, model) {
    const forms = (answer: Answer) =>
      absentInIssues.map((name) => itemOf(answer)[name]).map((value) => (isAbsent(value) ? value : '…'));
    return differ('absent values', forms(real), forms(model));
  },
  /** The technical context of an issue without one (GAP-59). */
  context(real, model) {
    const form = ({ status, json }: Answer) => (status === 200 ? dataOf({ json }) : status);
    return differ('the technical context', form(real), form(model));
  },
  /** The rejection of a status that only others set (GAP-5). Texts that name the status are alike. */
  rejection(real, model) {
    const form = ({ status, json }: Answer) => {
      const { error, details } = isJsonObject(json) ? json : {};
      return { status, error: /verified|closed/.exec(String(error))?.[0] ?? error, details: details !== undefined };
    };
    return differ('the rejection', form(real), form(model));
  },
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
