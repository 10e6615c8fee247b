import { expectTypeOf, test } from 'vitest';
import type { Collections } from './collections.ts';
import type { IssueRecord } from './records.ts';

declare const world: Collections;

test('a condition is values, a function of a record, or a query', () => {
  expectTypeOf(world.issues.find({ status: 'open' })).toEqualTypeOf<IssueRecord[]>();
  world.issues.find((issue) => issue.labels.includes('bug'));
  world.issues.find((q) => q.where({ status: 'open' }).or({ priority: 'high' }));
  world.issues.find((q) => q.where((issue) => issue.labels.includes('bug')));
  world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { status: 'verified' });
  world.issues.update({ issueNumber: 1 }, (issue) => ({ title: `${issue.title}!` }));
  world.issues.find({ techContext: { browserInfo: { name: 'Chrome' } }, consoleLogs: [{ level: 'warn' }] });
  // @ts-expect-error no such member
  world.issues.find({ techContext: { browserInfo: { nmae: 'Chrome' } } });
  // @ts-expect-error no such member
  world.issues.find({ state: 'open' });
  // @ts-expect-error no such member
  world.issues.find((q) => q.where({ state: 'open' }));
  // @ts-expect-error no such value
  world.issues.update({ issueNumber: 1 }, { status: 'done' });
});

test('only the parent is required of a new record', () => {
  world.issues.create({ projectId: 'prj_web', consoleLogs: [{ message: 'x' }], comments: [{ content: 'c' }] });
  world.organizations.create({ projects: [{ issues: [{}] }], apiKeys: [{}] });
  // @ts-expect-error no project
  world.issues.create({ title: 'x' });
  // @ts-expect-error no such member
  world.issues.create({ projectId: 'prj_web', titel: 'x' });
});
