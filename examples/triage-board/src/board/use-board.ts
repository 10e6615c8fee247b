import { type IssuePriority, type IssueStatus, type IssueTrackingClient, issueStatuses } from '@issue-tracking/sdk';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { type BoardState, boardAfter, type ColumnState, emptyBoard } from './board-state.ts';
import type { BoardFilters } from './filter-bar.tsx';

const pageSize = 20;

/** A board and what a person can do to it. */
export interface Board extends BoardState {
  /** Loads the next page of a column. */
  loadMore(status: IssueStatus): void;
  /** Loads again the columns that failed. */
  retry(): void;
  /** Shows an issue in its new column. */
  move(issueNumber: number, to: IssueStatus): void;
  /** Shows an issue with its new priority. */
  prioritize(issueNumber: number, priority: IssuePriority): void;
}

/** Loads a project's issues, a column a status, page by page; other filters start over. */
export function useBoard(
  client: IssueTrackingClient,
  projectId: string,
  { q, priority, label }: BoardFilters = {},
): Board {
  const [state, dispatch] = useReducer(boardAfter, emptyBoard);
  const current = useRef<AbortSignal>(undefined);

  const load = useCallback(
    async (status: IssueStatus, after: ColumnState['page']) => {
      const signal = current.current;
      dispatch({ type: 'loading', status });
      try {
        const page = after
          ? await after.nextPage()
          : await client.issues.list(projectId, { status, q, priority, label, limit: pageSize }, { signal });
        if (page && !signal?.aborted) dispatch({ type: 'loaded', status, page });
      } catch (error) {
        if (!signal?.aborted) dispatch({ type: 'failed', status, error });
      }
    },
    [client, projectId, q, priority, label],
  );

  useEffect(() => {
    // Abort earlier requests: their responses must not arrive between the new ones.
    const controller = new AbortController();
    current.current = controller.signal;
    dispatch({ type: 'filtered' });
    for (const status of issueStatuses) void load(status, null);
    return () => controller.abort();
  }, [load]);

  return {
    ...state,
    loadMore: (status) => void load(status, state.columns[status].page),
    retry: () => {
      for (const status of issueStatuses) {
        if (state.columns[status].phase === 'failed') void load(status, state.columns[status].page);
      }
    },
    move: (issueNumber, to) => dispatch({ type: 'moved', issueNumber, to }),
    prioritize: (issueNumber, to) => dispatch({ type: 'prioritized', issueNumber, priority: to }),
  };
}
