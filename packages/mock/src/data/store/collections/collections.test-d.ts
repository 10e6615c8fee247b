import { test } from 'vitest';
import type { IssueRecord } from '../records.ts';
import type { RecordCollection } from './collections.ts';

declare const issues: RecordCollection<IssueRecord>;

test('a condition accepts members that are not arrays, and no unknown members', () => {
  issues.findMany((q) =>
    q.where({ status: 'open', techContext: { browserInfo: { name: (name) => name !== 'Chrome' } } }),
  );
  issues.findMany((q) => q.where((issue) => issue.labels.includes('bug')));
  // @ts-expect-error @msw/data would find every record.
  issues.findMany((q) => q.where({ labels: (labels: string[]) => labels.includes('bug') }));
  // @ts-expect-error no such member
  issues.findMany((q) => q.where({ state: 'open' }));
});
