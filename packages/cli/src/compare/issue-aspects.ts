import { dataOf, isJsonObject, itemOf } from '../platform/json.ts';
import { type Answer, absentInIssues, type Compare, differ, free, isAbsent } from './answers.ts';

const minute = 60_000;

/** Aspects of single issues, and of comments and contexts. */
export const ofIssues = {
  /** The status of an issue. */
  state: (real, model) => differ('status', itemOf(real)['status'], itemOf(model)['status']),
  /** Whether an issue lacks a value that the list shows, which the mock has. */
  lacks(real, model) {
    const [found, expected] = [itemOf(real), itemOf(model)];
    const lacking = Object.keys(found).length === 0 ? [] : Object.keys(expected).filter((name) => !free.has(name));
    const missing = lacking.filter((name) => isAbsent(found[name]) && !isAbsent(expected[name]));
    return differ('missing', missing, []);
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
  /** Whether the service decoded the text of a comment as UTF-8. */
  encoding: (real) =>
    /\ufffd|\u00cc|\?\?|e\?/.test(String(itemOf(real)['content'])) ? 'é was not decoded as UTF-8' : undefined,
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
} satisfies Readonly<Record<string, Compare>>;
