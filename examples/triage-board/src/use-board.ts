import {
  type IssueListItem,
  type IssuePage,
  type IssuePriority,
  type IssueStatus,
  type IssueTrackingClient,
  issueStatuses,
} from '@issue-tracking/sdk';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Filters of the board; without any, it shows all issues. */
export interface BoardFilters {
  /** Text in title or description. */
  q?: string | undefined;
  priority?: IssuePriority | undefined;
  /** A label's whole name. */
  label?: string | undefined;
}

/** The issues of one status, as far as they are loaded. */
export interface ColumnState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly issues: readonly IssueListItem[];
  /** How many there are, loaded or not. */
  readonly total: number;
  /** The last page that came, to go on from. */
  readonly page: IssuePage | null;
}

type Columns = Readonly<Record<IssueStatus, ColumnState>>;

const empty: ColumnState = { phase: 'loading', issues: [], total: 0, page: null };
const emptyBoard = Object.fromEntries(issueStatuses.map((status) => [status, empty])) as Columns;
const pageSize = 20;

/** Loads a project's issues, a column a status, page by page; other filters start over. */
export function useBoard(client: IssueTrackingClient, projectId: string, { q, priority, label }: BoardFilters) {
  const [columns, setColumns] = useState(emptyBoard);
  // One reason for all columns, because they fail together.
  const [error, setError] = useState<unknown>(null);
  const current = useRef<AbortSignal>(undefined);

  const load = useCallback(
    async (status: IssueStatus, after: IssuePage | null) => {
      const signal = current.current;
      setColumns((before) => withColumn(before, status, { phase: 'loading' }));
      try {
        const query = { status, q, priority, label, limit: pageSize, page: (after?.page ?? 0) + 1 };
        const page = await client.issues.list(projectId, query, { signal });
        if (!signal?.aborted) setColumns((before) => withPage(before, status, page));
      } catch (reason) {
        if (signal?.aborted) return;
        setColumns((before) => withColumn(before, status, { phase: 'failed' }));
        setError(reason);
      }
    },
    [client, projectId, q, priority, label],
  );

  useEffect(() => {
    // Abort earlier requests: their responses must not arrive between the new ones.
    const controller = new AbortController();
    current.current = controller.signal;
    setColumns(emptyBoard);
    setError(null);
    for (const status of issueStatuses) void load(status, null);
    return () => controller.abort();
  }, [load]);

  return {
    columns,
    error,
    /** Loads the next page of a column. */
    loadMore: (status: IssueStatus) => void load(status, columns[status].page),
    /** Loads again the columns that failed. */
    retry: () => {
      setError(null);
      const failed = issueStatuses.filter((status) => columns[status].phase === 'failed');
      for (const status of failed) void load(status, columns[status].page);
    },
    /** Shows an issue with its new status or priority. */
    change: (issueNumber: number, changes: { status?: IssueStatus; priority?: IssuePriority }) =>
      setColumns((before) => withChange(before, issueNumber, changes)),
  };
}

function withColumn(columns: Columns, status: IssueStatus, change: Partial<ColumnState>): Columns {
  return { ...columns, [status]: { ...columns[status], ...change } };
}

/** Pages may overlap when issues changed status between them: each issue once. */
function withPage(columns: Columns, status: IssueStatus, page: IssuePage): Columns {
  const issues = new Map([...columns[status].issues, ...page.data].map((issue) => [issue.issueNumber, issue]));
  return withColumn(columns, status, { phase: 'ready', issues: [...issues.values()], total: page.total, page });
}

/** An issue with another status goes to the top of its new column. */
function withChange(columns: Columns, issueNumber: number, changes: Partial<IssueListItem>): Columns {
  for (const status of issueStatuses) {
    const { issues, total } = columns[status];
    const issue = issues.find((each) => each.issueNumber === issueNumber);
    if (!issue) continue;
    const changed = { ...issue, ...changes };
    if (changed.status === status) {
      return withColumn(columns, status, { issues: issues.map((each) => (each === issue ? changed : each)) });
    }
    const rest = withColumn(columns, status, { issues: issues.filter((each) => each !== issue), total: total - 1 });
    const to = rest[changed.status];
    return withColumn(rest, changed.status, { issues: [changed, ...to.issues], total: to.total + 1 });
  }
  return columns;
}
