import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ChangeTopic } from '../../src/control-api/types.ts';
import type { Page } from '../transport/answers.ts';
import { type Panel, usePanel } from './panel.ts';
import type { RawRecord } from './read-record.ts';

/** The body of a route's response, kept up to date. */
export interface Live<Body> {
  /** Absent until it has been answered once. While it is asked again, it stays. */
  readonly data: Body | undefined;
  readonly error: string | undefined;
}

const nothing = { path: null, data: undefined, error: undefined };

/** Asks a route, and again whenever one of these changes; asks nothing while the path is `null`. */
export function useLive<Body>(path: string | null, ...subjects: readonly ChangeTopic[]): Live<Body> {
  return useAnswer<Body>((panel, asked) => panel.ask<Body>('GET', asked), path, subjects);
}

/** Every record of a collection, however many pages those are, kept up to date; `readRecord` must be the same each time. */
export function useRecords<Item>(path: string, readRecord: (raw: RawRecord) => Item): Live<readonly Item[]> {
  const { data, error } = useAnswer<readonly RawRecord[]>(allPages, path, ['records']);
  return { data: useMemo(() => data?.map(readRecord), [data, readRecord]), error };
}

/** As many as the control API gives at once. */
const largestPage = 1000;

async function allPages(panel: Panel, path: string): Promise<readonly RawRecord[]> {
  const all: RawRecord[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const separator = path.includes('?') ? '&' : '?';
    const answer = await panel.ask<Page<RawRecord>>('GET', `${path}${separator}limit=${largestPage}&page=${page}`);
    all.push(...answer.data);
    totalPages = answer.totalPages;
  }
  return all;
}

function useAnswer<Body>(
  read: (panel: Panel, path: string) => Promise<Body>,
  path: string | null,
  subjects: readonly ChangeTopic[],
): Live<Body> {
  const panel = usePanel();
  const [state, setState] = useState<Live<Body> & { readonly path: string | null }>(nothing);
  const watched = subjects.join();

  useEffect(() => {
    if (path === null) {
      setState(nothing);
      return;
    }
    let isCurrent = true;
    let isAsking = false;
    let isStale = false;
    async function ask() {
      // Changes that come while it is being asked are answered by asking once more.
      isStale = true;
      if (isAsking) return;
      isAsking = true;
      while (isStale && isCurrent) {
        isStale = false;
        try {
          const data = await read(panel, path ?? '');
          if (isCurrent) setState({ path, data, error: undefined });
        } catch (error) {
          const text = error instanceof Error ? error.message : String(error);
          if (isCurrent)
            setState((before) => ({ path, data: before.path === path ? before.data : undefined, error: text }));
        }
      }
      isAsking = false;
    }
    const stop = panel.onChange((what) => {
      if (what === 'all' || watched.split(',').includes(what)) void ask();
    });
    void ask();
    return () => {
      isCurrent = false;
      stop();
    };
  }, [panel, path, watched]);

  return state;
}
