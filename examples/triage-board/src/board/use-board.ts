import { issueStatuses } from '@issue-tracking/model';
import type { IssueStatus, IssueTrackingClient } from '@issue-tracking/sdk';
import { useCallback, useEffect, useReducer } from 'react';
import { type BoardState, boardAfter, emptyBoard } from './board-state.ts';

const pageSize = 20;

/** A board and what a person can do to it. */
export interface Board extends BoardState {
  /** Loads the next page of a column. */
  loadMore(status: IssueStatus): void;
  /** Loads again the columns that failed. */
  retry(): void;
  /** Shows an issue in its new column. */
  move(issueNumber: number, to: IssueStatus): void;
}

/** Loads a project's issues, a column a status, page by page. */
export function useBoard(client: IssueTrackingClient, projectId: string): Board {
  const [state, dispatch] = useReducer(boardAfter, emptyBoard);

  const load = useCallback(
    async (status: IssueStatus, after: BoardState['columns'][IssueStatus]['page'], signal?: AbortSignal) => {
      dispatch({ type: 'loading', status });
      try {
        const page = after
          ? await after.nextPage()
          : await client.issues.list(projectId, { status, limit: pageSize }, { signal });
        if (page && !signal?.aborted) dispatch({ type: 'loaded', status, page });
      } catch (error) {
        if (!signal?.aborted) dispatch({ type: 'failed', status, error });
      }
    },
    [client, projectId],
  );

  useEffect(() => {
    const controller = new AbortController();
    for (const status of issueStatuses) void load(status, null, controller.signal);
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
  };
}
