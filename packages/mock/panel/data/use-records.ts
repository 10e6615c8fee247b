import type { RawRecord } from '../../src/control/types.ts';
import { useFound } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { type Kind, placeIn } from './kinds.ts';

/** Records that are read at once. */
const pageSize = 200;

export interface Order {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/** The known part of a list of records. */
export interface Records {
  /** `undefined` until it is known. */
  readonly total: number | undefined;
  at(index: number): RawRecord | undefined;
  /** Returns the index of a record that is known, otherwise -1. */
  indexOf(record: RawRecord): number;
}

/**
 * Returns the records that the place selects, from the first visible one on, and their neighbors: of many, only these are read. `#33` as
 * the text selects the issues of a number.
 */
export function useRecords(kind: Kind, project: string | undefined, order: Order | undefined, first: number): Records {
  const { query } = usePanel();
  const text = query.get('q') ?? '';
  const [, issueNumber] = (kind.kind === 'issues' && /^#(\d+)$/.exec(text)) || [];
  const chosen = { projectId: project, status: query.get('status'), priority: query.get('priority') };
  const search = {
    where: {
      ...(kind.kind === 'issues' && Object.fromEntries(Object.entries(chosen).filter(([, value]) => value))),
      ...(issueNumber !== undefined && { issueNumber: Number(issueNumber) }),
    },
    ...(text && issueNumber === undefined && { contains: text }),
    ...(order && { orderBy: { [order.column]: order.direction } }),
    take: pageSize,
  };
  const start = Math.floor(first / pageSize) * pageSize;
  const next = start + pageSize;
  const one = useFound(kind.kind, { ...search, skip: start });
  const two = useFound(kind.kind, one && one.total > next ? { ...search, skip: next } : null);
  const loaded = [...(one?.data ?? []), ...(two?.data ?? [])];
  return {
    total: one?.total,
    at: (index) => loaded[index - start],
    indexOf(record) {
      const wanted = placeIn(kind, record).join('/');
      const at = loaded.findIndex((each) => placeIn(kind, each).join('/') === wanted);
      return at < 0 ? -1 : start + at;
    },
  };
}
