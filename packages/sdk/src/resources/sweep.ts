import type { IssueListItem, Page } from '@issue-tracking/model';

/** Sweeps over a list that keeps changing before it is reported as unstable. */
const mostSweeps = 20;
/** Pages in a row without anything new after which a sweep ends: `totalPages` may be endless. */
const mostFruitless = 2;

/** How pages are read, and who is told when the list never came to rest. */
export interface PageSource<P extends Page<IssueListItem>> {
  readonly firstPage: number;
  read(page: number): Promise<P>;
  unstable(): void;
}

/** A page with those of its issues that no page before it had. */
export interface FreshPage<P> {
  readonly page: P;
  readonly fresh: IssueListItem[];
}

/**
 * Every page of a list, no issue twice. Pages are counted by position, so an issue that leaves the list moves the
 * others up, and one may slip past between two pages. A change of `total`, or an issue seen twice, shows that:
 * then the list is swept again from its first page, until a sweep finds nothing new and nothing moving.
 *
 * One case shows nowhere: one issue leaves and another enters between the same two pages, and none is seen twice.
 */
export async function* sweepPages<P extends Page<IssueListItem>>(source: PageSource<P>): AsyncGenerator<FreshPage<P>> {
  const seen = new Set<number>();
  for (let sweep = 1; sweep <= mostSweeps; sweep++) {
    const { moved, repeated, found } = yield* sweepOnce(source, seen, sweep === 1);
    // Later sweeps meet the same issues again, of course; so there only a new one or another total counts.
    if (sweep === 1 ? !moved && !repeated : !moved && found === 0) return;
  }
  source.unstable();
}

interface Swept {
  /** Whether `total` changed on the way. */
  readonly moved: boolean;
  /** Whether one issue came twice in this sweep. */
  readonly repeated: boolean;
  /** Issues no sweep had before. */
  readonly found: number;
}

async function* sweepOnce<P extends Page<IssueListItem>>(
  { firstPage, read }: PageSource<P>,
  seen: Set<number>,
  isFirst: boolean,
): AsyncGenerator<FreshPage<P>, Swept> {
  const inThisSweep = new Set<number>();
  let total: number | undefined;
  let moved = false;
  let repeated = false;
  let found = 0;
  let fruitless = 0;
  for (let number = firstPage; ; number++) {
    const page = await read(number);
    moved ||= total !== undefined && total !== page.total;
    total = page.total;
    const metBefore = inThisSweep.size;
    const fresh: IssueListItem[] = [];
    for (const issue of page.data) {
      const { issueNumber } = issue;
      repeated ||= inThisSweep.has(issueNumber);
      inThisSweep.add(issueNumber);
      if (!seen.has(issueNumber)) fresh.push(issue);
      seen.add(issueNumber);
    }
    found += fresh.length;
    if (isFirst || fresh.length > 0) yield { page, fresh };
    fruitless = inThisSweep.size > metBefore ? 0 : fruitless + 1;
    if (number >= page.totalPages || fruitless === mostFruitless) return { moved, repeated, found };
  }
}
