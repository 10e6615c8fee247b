import type { IssueListItem, Page } from '@issue-tracking/model';
import { NotFoundError, ValidationError } from '../errors/api-errors.ts';
import { timeOf } from '../validation/values.ts';

/** The most often that a list is read from its first page to its last. */
const mostSweeps = 20;
/**
 * Sweeps in a row that bring nothing new, after which what is missing is given up. While the list changes or issues come
 * twice, what is missing may yet turn up; otherwise the pages simply hold fewer issues than `total` says.
 */
const mostBarrenSweeps = { atRest: 1, inMotion: 8 };
/** After this number of pages in a row without a new issue a sweep ends, because `totalPages` may be wrong, even endless. */
const mostBarrenPages = 2;

/** A page whose counts are trusted only after a check. */
export interface UncheckedPage extends Page<IssueListItem> {
  /** @throws an error of this package if the page doesn't tell how many issues and pages there are. */
  requireCounts(): void;
}

/** How pages are read, and who is told when issues may be missing. */
export interface PageSource<P extends UncheckedPage> {
  readonly firstPage: number;
  /** Issues asked for a page. */
  readonly limit: number;
  /** Whether issues may come but none leaves, as in a list without a filter. */
  readonly onlyGrows?: boolean;
  read(page: number): Promise<P>;
  unstable(): void;
}

/** A page with those of its issues that no page before it had. */
export interface FreshPage<P> {
  readonly page: P;
  readonly fresh: IssueListItem[];
}

/**
 * Every page of a list, no issue twice. A page is a range of positions, so an issue may slip past between two reads:
 * when another leaves the list, or when the service puts equal issues in another order each time. So the list is swept
 * again until as many different issues were seen as `total` says, counted anew whenever `total` changes. Or, of a list
 * that only grows, until as many of those that were there at the beginning: what comes meanwhile is newer than they are.
 *
 * One case can't be noticed: one issue leaves and another enters between the same two reads, and none is seen twice.
 */
export async function* sweepPages<P extends UncheckedPage>(source: PageSource<P>): AsyncGenerator<FreshPage<P>> {
  const { firstPage, limit, onlyGrows, unstable } = source;
  const seen: Seen = { ever: new Set(), sinceTotalChanged: new Set(), total: undefined, first: undefined, ofFirst: 0 };
  let barren = 0;
  let before: Swept | undefined;
  for (let sweep = 1; sweep <= mostSweeps; sweep++) {
    const swept: Swept = yield* sweepOnce(source, seen, before);
    const { size, moved, repeated, found, refused } = swept;
    before = swept;
    if (size === 0 && !refused) return;
    const expected = (seen.total ?? 0) - (firstPage - 1) * limit;
    const complete = !moved && seen.sinceTotalChanged.size >= expected;
    // Later sweeps may meet an issue twice because it moved back: the count is enough for them. In the first one it
    // may be that one issue left and another came, which leaves `total` as it was.
    if (complete && !(sweep === 1 && repeated)) return;
    if (onlyGrows && firstPage === 1 && seen.first && seen.ofFirst >= seen.first.total) return;
    barren = found > 0 ? 0 : barren + 1;
    if (barren >= (repeated || moved ? mostBarrenSweeps.inMotion : mostBarrenSweeps.atRest)) break;
  }
  unstable();
}

/** Numbers of the issues that were met in any sweep. */
interface Seen {
  readonly ever: Set<number>;
  /** Those met since `total` has been what it is now. */
  readonly sinceTotalChanged: Set<number>;
  /** As the last page told it. */
  total: number | undefined;
  /** The state of the list on the very first page. */
  first: Beginning | undefined;
  /** Issues that were there already when that page was read. */
  ofFirst: number;
}

/** How a list was at the beginning: none of its issues is newer than the newest of its first page, where that is sorted so. */
interface Beginning {
  readonly total: number;
  /** When the newest issue of the page was created, and the highest number on it. */
  readonly newest: number;
  readonly highest: number;
}

function beginningOf({ total, data }: Page<IssueListItem>): Beginning {
  const newest = Math.max(...data.map(({ createdAt }) => timeOf(createdAt)));
  return { total, newest, highest: Math.max(...data.map(({ issueNumber }) => issueNumber)) };
}

/**
 * Whether an issue was there at the beginning. Where the first page doesn't have the newest issue, or a time can't be
 * read, this holds for too few, which costs another sweep and hides nothing.
 */
function wasThere({ newest, highest }: Beginning, { createdAt, issueNumber }: IssueListItem): boolean {
  const at = timeOf(createdAt);
  return at < newest || (at === newest && issueNumber <= highest);
}

interface Swept {
  /** Different issues in this sweep. */
  readonly size: number;
  /** Whether the list changed between two of its pages, as far as `total` shows it, or a page that was refused. */
  readonly moved: boolean;
  /** Whether one issue came twice in it. */
  readonly repeated: boolean;
  /** Issues that no sweep had before. */
  readonly found: number;
  /** Number of the page that ended the sweep, because the service said that it doesn't exist. */
  readonly refused?: number;
}

async function* sweepOnce<P extends UncheckedPage>(
  { firstPage, read }: PageSource<P>,
  seen: Seen,
  before: Swept | undefined,
): AsyncGenerator<FreshPage<P>, Swept> {
  const inThisSweep = new Set<number>();
  let moved = false;
  let repeated = false;
  let found = 0;
  let barrenPages = 0;
  for (let number = firstPage; ; number++) {
    let page: P;
    try {
      page = await read(number);
    } catch (error) {
      if (!mayBePastEnd(error)) throw error;
      if (number === firstPage) {
        // GAP-58: the list may have become shorter than where the iteration began. A first page always exists.
        if (before && number > 1) return { size: 0, moved, repeated, found };
        throw error;
      }
      // GAP-58: the list may have become shorter meanwhile. A page that this sweep was promised too, and refused again,
      // is never going to come.
      if (before?.refused === number) throw error;
      return { size: inThisSweep.size, moved: true, repeated, found, refused: number };
    }
    if (page.total !== seen.total) {
      moved ||= number > firstPage;
      seen.total = page.total;
      seen.sinceTotalChanged.clear();
    }
    seen.first ??= beginningOf(page);
    const metBefore = inThisSweep.size;
    const fresh: IssueListItem[] = [];
    for (const issue of page.data) {
      const { issueNumber } = issue;
      repeated ||= inThisSweep.has(issueNumber);
      inThisSweep.add(issueNumber);
      seen.sinceTotalChanged.add(issueNumber);
      if (seen.ever.has(issueNumber)) continue;
      seen.ever.add(issueNumber);
      fresh.push(issue);
      if (wasThere(seen.first, issue)) seen.ofFirst++;
    }
    found += fresh.length;
    if (!before || fresh.length > 0) yield { page, fresh };
    page.requireCounts();
    barrenPages = inThisSweep.size > metBefore ? 0 : barrenPages + 1;
    if (number >= page.totalPages || barrenPages === mostBarrenPages) {
      return { size: inThisSweep.size, moved, repeated, found };
    }
  }
}

/** Whether an error may mean a page after the last: not every service responds with an empty list. */
export function mayBePastEnd(error: unknown): boolean {
  return error instanceof NotFoundError || error instanceof ValidationError;
}
