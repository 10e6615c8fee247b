import type { IssueListItem, Page } from '@issue-tracking/model';
import { NotFoundError, ValidationError } from '../errors/api-errors.ts';
import { timeOf } from '../platform/values.ts';

/** Maximum number of scans of a list, from its first page to its last. */
const maxScans = 20;
/**
 * Consecutive scans without a new issue after which the iteration ends. `inMotion`: the list changes or issues come
 * twice, so missing issues may still come. `atRest`: the pages simply have fewer issues than `total` says.
 */
const maxEmptyScans = { atRest: 1, inMotion: 8 };
/**
 * Consecutive pages without a new issue after which a scan ends, because `totalPages` may be far too high. More while issues
 * are missing: a service that filters its pages leaves some empty.
 */
const maxEmptyPages = { nothingMissing: 2, someMissing: 20 };

/** A page whose counts are trusted only after a check. */
export interface UncheckedPage extends Page<IssueListItem> {
  /** @throws an error of this package if `total` or `totalPages` is no count. */
  requireCounts(): void;
}

/** Reads pages, and reports an unstable list. */
export interface PageSource<P extends UncheckedPage> {
  readonly firstPage: number;
  /** Issues per page. */
  readonly limit: number;
  /** Whether issues may enter the list but never leave it, as in a list without a filter. */
  readonly onlyGrows?: boolean;
  read(page: number): Promise<P>;
  unstable(): void;
}

/** A page, and its issues that no earlier page had. */
export interface FreshPage<P> {
  readonly page: P;
  readonly fresh: IssueListItem[];
}

/**
 * Yields every page of a list, without any issue twice. A page is a range of positions, so a scan can miss an issue:
 * when another issue leaves the list between two reads, or when the service puts equal issues in another order each
 * time. So the list is scanned again until as many different issues were seen as `total` says. This count restarts
 * whenever `total` changes. For a list that only grows, it is enough to have seen as many initial issues as there
 * were at the beginning: issues that enter later are newer.
 *
 * One case can't be noticed: one issue leaves and another enters between the same two reads, and no issue is seen
 * twice.
 */
export async function* scanPages<P extends UncheckedPage>(source: PageSource<P>): AsyncGenerator<FreshPage<P>> {
  const { firstPage, onlyGrows, unstable } = source;
  const seen: Seen = {
    ever: new Set(),
    sinceTotalChanged: new Set(),
    total: undefined,
    first: undefined,
    initialIssues: 0,
  };
  let emptyScans = 0;
  let before: ScanResult | undefined;
  for (let scan = 1; scan <= maxScans; scan++) {
    const result: ScanResult = yield* scanOnce(source, seen, before);
    const { size, moved, repeated, found, rejectedPage } = result;
    before = result;
    if (size === 0 && !rejectedPage) return;
    const complete = !moved && !someMissing(source, seen);
    // In a later scan, a repeated issue only means that the issue moved back, so the count decides. In the first
    // scan, it may mean that one issue left and another entered, which leaves `total` as it was.
    if (complete && !(scan === 1 && repeated)) return;
    if (onlyGrows && firstPage === 1 && seen.first && seen.initialIssues >= seen.first.total) return;
    emptyScans = found > 0 ? 0 : emptyScans + 1;
    if (emptyScans >= (repeated || moved ? maxEmptyScans.inMotion : maxEmptyScans.atRest)) break;
  }
  unstable();
}

/** Issue numbers that were seen in any scan. */
interface Seen {
  readonly ever: Set<number>;
  /** Issues that were seen since the last change of `total`. */
  readonly sinceTotalChanged: Set<number>;
  /** The `total` of the last page. */
  total: number | undefined;
  /** The state of the list when the first page was read. */
  first: InitialState | undefined;
  /** Number of seen issues that existed when the first page was read. */
  initialIssues: number;
}

/**
 * The initial state of a list. If the list is sorted by creation, no initial issue is newer than the newest issue of
 * the first page.
 */
interface InitialState {
  readonly total: number;
  /** When the newest issue of the page was created, and the highest number on it. */
  readonly newest: number;
  readonly highest: number;
}

function initialStateOf({ total, data }: Page<IssueListItem>): InitialState {
  const newest = Math.max(...data.map(({ createdAt }) => timeOf(createdAt)));
  return { total, newest, highest: Math.max(...data.map(({ issueNumber }) => issueNumber)) };
}

/**
 * Whether an issue existed when the first page was read. If the first page doesn't have the newest issue, or a time
 * can't be parsed, too few issues count as initial. That costs another scan and hides no issue.
 */
function wasThere({ newest, highest }: InitialState, { createdAt, issueNumber }: IssueListItem): boolean {
  const at = timeOf(createdAt);
  return at < newest || (at === newest && issueNumber <= highest);
}

interface ScanResult {
  /** Number of different issues in the scan. */
  readonly size: number;
  /** Whether `total` changed between two pages of the scan, or a page was rejected. */
  readonly moved: boolean;
  /** Whether an issue came twice in the scan. */
  readonly repeated: boolean;
  /** Number of issues that no earlier scan had. */
  readonly found: number;
  /** Number of the page that ended the scan, because the service said that it doesn't exist. */
  readonly rejectedPage?: number;
}

/** Whether fewer issues were seen than `total` says, from the first page of the iteration on. */
function someMissing(
  { firstPage, limit }: Pick<PageSource<UncheckedPage>, 'firstPage' | 'limit'>,
  seen: Seen,
): boolean {
  return seen.sinceTotalChanged.size < (seen.total ?? 0) - (firstPage - 1) * limit;
}

async function* scanOnce<P extends UncheckedPage>(
  source: PageSource<P>,
  seen: Seen,
  before: ScanResult | undefined,
): AsyncGenerator<FreshPage<P>, ScanResult> {
  const { firstPage, read } = source;
  const inThisScan = new Set<number>();
  let moved = false;
  let repeated = false;
  let found = 0;
  let emptyPages = 0;
  for (let number = firstPage; ; number++) {
    let page: P;
    try {
      page = await read(number);
    } catch (error) {
      if (!mayBePastEnd(error)) throw error;
      if (number === firstPage) {
        // GAP-58: the list may have become so short that the page where the iteration began is gone. Page 1 always
        // exists.
        if (before && number > 1) return { size: 0, moved, repeated, found };
        throw error;
      }
      // GAP-58: the list may have become shorter meanwhile. A page that two scans in a row could not read is an
      // error.
      if (before?.rejectedPage === number) throw error;
      return { size: inThisScan.size, moved: true, repeated, found, rejectedPage: number };
    }
    if (page.total !== seen.total) {
      moved ||= number > firstPage;
      seen.total = page.total;
      seen.sinceTotalChanged.clear();
    }
    seen.first ??= initialStateOf(page);
    const sizeBefore = inThisScan.size;
    const fresh: IssueListItem[] = [];
    for (const issue of page.data) {
      const { issueNumber } = issue;
      repeated ||= inThisScan.has(issueNumber);
      inThisScan.add(issueNumber);
      seen.sinceTotalChanged.add(issueNumber);
      if (seen.ever.has(issueNumber)) continue;
      seen.ever.add(issueNumber);
      fresh.push(issue);
      if (wasThere(seen.first, issue)) seen.initialIssues++;
    }
    found += fresh.length;
    if (!before || fresh.length > 0) yield { page, fresh };
    page.requireCounts();
    emptyPages = inThisScan.size > sizeBefore ? 0 : emptyPages + 1;
    const mostEmpty = maxEmptyPages[someMissing(source, seen) ? 'someMissing' : 'nothingMissing'];
    if (number >= page.totalPages || emptyPages >= mostEmpty) {
      return { size: inThisScan.size, moved, repeated, found };
    }
  }
}

/**
 * Whether an error may mean that a page is past the end. Some services reject such a page instead of returning an
 * empty list.
 */
function mayBePastEnd(error: unknown): boolean {
  return error instanceof NotFoundError || error instanceof ValidationError;
}
