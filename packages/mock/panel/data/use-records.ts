import { useLive } from '../state/live.ts';
import type { Found, RawRecord } from '../transport/responses.ts';
import { type Kind, placeIn } from './kinds.ts';

/** Records that are read at once. */
const pageSize = 200;

export interface Order {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

interface Wanted {
  readonly project: string | undefined;
  readonly status: string;
  readonly priority: string;
  /** A text that records contain, or `#33` for the issues of a number. */
  readonly text: string;
  readonly order: Order | undefined;
  /** Index of the first visible record. */
  readonly first: number;
}

/** The known part of a list of records. */
export interface Records {
  /** `undefined` until it is known. */
  readonly total: number | undefined;
  at(index: number): RawRecord | undefined;
  /** Returns the index of a record that is known, otherwise -1. */
  indexOf(record: RawRecord): number;
}

/** Returns the records that are visible, and their neighbors: of many, only these are read. */
export function useRecords(kind: Kind, { project, status, priority, text, order, first }: Wanted): Records {
  const page = Math.floor(first / pageSize);
  const isIssues = kind.kind === 'issues';
  const number = isIssues ? /^#(\d+)$/.exec(text)?.[1] : undefined;
  const search = {
    where: {
      ...(isIssues && project && { projectId: project }),
      ...(isIssues && status && { status }),
      ...(isIssues && priority && { priority }),
      ...(number !== undefined && { issueNumber: Number(number) }),
    },
    ...(text && number === undefined && { contains: text }),
    ...(order && { orderBy: { [order.column]: order.direction } }),
    take: pageSize,
  };
  const method = `world.${kind.kind}.find`;
  const one = useLive<Found>([method, { ...search, skip: page * pageSize }]);
  const hasNext = (one?.total ?? 0) > (page + 1) * pageSize;
  const two = useLive<Found>(hasNext ? [method, { ...search, skip: (page + 1) * pageSize }] : null);
  const loaded = [...(one?.data ?? []), ...(two?.data ?? [])];
  return {
    total: one?.total,
    at: (index) => loaded[index - page * pageSize],
    indexOf(record) {
      const wanted = placeIn(kind, record).join('/');
      const at = loaded.findIndex((each) => placeIn(kind, each).join('/') === wanted);
      return at < 0 ? -1 : page * pageSize + at;
    },
  };
}
