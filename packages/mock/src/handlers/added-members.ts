/** What a record holds beside the members that v1 describes and those that are the mock's own (VER-2). */
export function addedMembers(record: object, known: ReadonlySet<string>): object | undefined {
  let added: Record<string, unknown> | undefined;
  for (const member in record) {
    if (known.has(member)) continue;
    added ??= {};
    added[member] = Reflect.get(record, member);
  }
  return added;
}

/** The members of an issue that answers are written from, one by one. */
export const issueMembers: ReadonlySet<string> = new Set([
  'id',
  'projectId',
  'issueNumber',
  'title',
  'description',
  'status',
  'priority',
  'labels',
  'assignees',
  'reporterName',
  'assigneeName',
  'pageUrl',
  'browserInfo',
  'osInfo',
  'viewportSize',
  'metadataSummary',
  'jsErrorCount',
  'createdAt',
  'updatedAt',
  'comments',
  'consoleLogs',
  'networkLogs',
  'screenshots',
  'techContext',
  'userActions',
]);
