import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ChangeTopic } from '../../src/control-api/types.ts';
import type { Page } from '../transport/responses.ts';
import { type Panel, usePanel } from './panel.ts';
import type { RawRecord } from './read-record.ts';

/** The body of a route's response, kept up to date. */
export interface Live<Body> {
  /** Absent before the first response; it stays while the route is requested again. */
  readonly data: Body | undefined;
  readonly error: string | undefined;
}

const nothing = { path: null, data: undefined, error: undefined };

/** Requests a route now and after each change of `topics`; a `null` path requests nothing. */
export function useLive<Body>(path: string | null, ...topics: readonly ChangeTopic[]): Live<Body> {
  return useResponse<Body>((panel, route) => panel.request<Body>('GET', route), path, topics);
}

/** Returns all records of a collection, kept up to date. `readRecord` must be the same function in each render. */
export function useRecords<Item>(path: string, readRecord: (raw: RawRecord) => Item): Live<readonly Item[]> {
  const { data, error } = useResponse<readonly RawRecord[]>(allPages, path, ['records']);
  return { data: useMemo(() => data?.map(readRecord), [data, readRecord]), error };
}

/** The largest `limit` of the control API. */
const largestPage = 1000;

async function allPages(panel: Panel, path: string): Promise<readonly RawRecord[]> {
  const all: RawRecord[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const separator = path.includes('?') ? '&' : '?';
    const response = await panel.request<Page<RawRecord>>(
      'GET',
      `${path}${separator}limit=${largestPage}&page=${page}`,
    );
    all.push(...response.data);
    totalPages = response.totalPages;
  }
  return all;
}

function useResponse<Body>(
  read: (panel: Panel, path: string) => Promise<Body>,
  path: string | null,
  topics: readonly ChangeTopic[],
): Live<Body> {
  const panel = usePanel();
  const [state, setState] = useState<Live<Body> & { readonly path: string | null }>(nothing);
  const watched = topics.join();

  useEffect(() => {
    if (path === null) {
      setState(nothing);
      return;
    }
    let isCurrent = true;
    let isRequesting = false;
    let isStale = false;
    async function update() {
      // A change during a request causes one more request.
      isStale = true;
      if (isRequesting) return;
      isRequesting = true;
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
      isRequesting = false;
    }
    const stop = panel.onChange((topic) => {
      if (topic === 'all' || watched.split(',').includes(topic)) void update();
    });
    void update();
    return () => {
      isCurrent = false;
      stop();
    };
  }, [panel, path, watched]);

  return state;
}
