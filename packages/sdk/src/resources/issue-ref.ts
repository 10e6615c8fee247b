/** Which issue. */
export interface IssueRef {
  readonly projectId: string;
  readonly issueNumber: number;
}
