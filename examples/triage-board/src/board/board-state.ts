import {
  type IssueListItem,
  type IssuePage,
  type IssuePriority,
  type IssueStatus,
  issueStatuses,
} from '@issue-tracking/sdk';

/** The issues of one status, as far as they are loaded. */
export interface ColumnState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly issues: readonly IssueListItem[];
  /** How many there are, loaded or not. */
  readonly total: number;
  /** The last page that came, to go on from. */
  readonly page: IssuePage | null;
}

/** The whole board. */
export interface BoardState {
  readonly columns: Readonly<Record<IssueStatus, ColumnState>>;
  /** Why columns failed; one reason, because they fail together. It stays until all of them are there. */
  readonly error: unknown;
}

/** An event of a board. */
export type BoardEvent =
  | { type: 'filtered' }
  | { type: 'loading'; status: IssueStatus }
  | { type: 'loaded'; status: IssueStatus; page: IssuePage }
  | { type: 'failed'; status: IssueStatus; error: unknown }
  | { type: 'moved'; issueNumber: number; to: IssueStatus }
  | { type: 'prioritized'; issueNumber: number; priority: IssuePriority };

const empty: ColumnState = { phase: 'loading', issues: [], total: 0, page: null };

/** A board of which nothing has come yet. */
export const emptyBoard: BoardState = {
  columns: { open: empty, in_progress: empty, blocked: empty, fix_submitted: empty, verified: empty, closed: empty },
  error: null,
};

/** The board after an event. */
export function boardAfter(board: BoardState, event: BoardEvent): BoardState {
  switch (event.type) {
    case 'filtered':
      return emptyBoard;
    case 'loading':
      return withColumn(board, event.status, (column) => ({ ...column, phase: 'loading' }));
    case 'loaded':
      return withoutPastError(
        withColumn(board, event.status, (column) => ({
          phase: 'ready',
          issues: joined(column.issues, event.page.data),
          total: event.page.total,
          page: event.page,
        })),
      );
    case 'failed':
      return {
        ...withColumn(board, event.status, (column) => ({ ...column, phase: 'failed' })),
        error: event.error,
      };
    case 'moved':
      return moved(board, event.issueNumber, event.to);
    case 'prioritized':
      return prioritized(board, event.issueNumber, event.priority);
  }
}

function withoutPastError(board: BoardState): BoardState {
  const isWhole = issueStatuses.every((status) => board.columns[status].phase === 'ready');
  return isWhole ? { ...board, error: null } : board;
}

function moved(board: BoardState, issueNumber: number, to: IssueStatus): BoardState {
  const from = columnOf(board, issueNumber);
  const issue = from && board.columns[from].issues.find((each) => each.issueNumber === issueNumber);
  if (!issue || from === to) return board;
  const taken = withColumn(board, from, (column) => ({
    ...column,
    issues: column.issues.filter((each) => each !== issue),
    total: column.total - 1,
  }));
  return withColumn(taken, to, (column) => ({
    ...column,
    issues: [{ ...issue, status: to }, ...column.issues],
    total: column.total + 1,
  }));
}

function prioritized(board: BoardState, issueNumber: number, priority: IssuePriority): BoardState {
  const status = columnOf(board, issueNumber);
  if (!status) return board;
  return withColumn(board, status, (column) => ({
    ...column,
    issues: column.issues.map((issue) => (issue.issueNumber === issueNumber ? { ...issue, priority } : issue)),
  }));
}

function columnOf(board: BoardState, issueNumber: number): IssueStatus | undefined {
  return issueStatuses.find((status) =>
    board.columns[status].issues.some((issue) => issue.issueNumber === issueNumber),
  );
}

/** Pages may overlap when issues changed status between them: each issue once. */
function joined(loaded: readonly IssueListItem[], more: readonly IssueListItem[]): IssueListItem[] {
  return [...new Map([...loaded, ...more].map((issue) => [issue.issueNumber, issue])).values()];
}

function withColumn(board: BoardState, status: IssueStatus, change: (column: ColumnState) => ColumnState): BoardState {
  return { ...board, columns: { ...board.columns, [status]: change(board.columns[status]) } };
}
