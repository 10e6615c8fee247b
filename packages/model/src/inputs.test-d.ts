import { type EndpointName, type InputOf, inputs, type Schema, type SettableStatus } from '@issue-tracking/model';
import type { IssueTrackingClient } from '@issue-tracking/sdk';
import { expectTypeOf, test } from 'vitest';

declare const client: IssueTrackingClient;

test("a parsed input fits the arguments of the client's method without a cast", () => {
  const raw: unknown = {};
  client.projects.list(inputs['projects.list'].parse(raw));
  const { projectId, ...query } = inputs['issues.list'].parse(raw);
  client.issues.list(projectId, query);
  const update = inputs['issues.update'].parse(raw);
  const { projectId: project, issueNumber, ...changes } = update;
  client.issues.update(project, issueNumber, changes);
  const { projectId: _project, issueNumber: _issue, ...comment } = inputs['issues.comments.create'].parse(raw);
  client.issues.comments.create(project, issueNumber, comment);
  const { projectId: _logs, issueNumber: _of, ...level } = inputs['issues.consoleLogs'].parse(raw);
  client.issues.consoleLogs(project, issueNumber, level);
});

test('the rest of an update keeps the union: status, priority or both', () => {
  expectTypeOf<InputOf<'issues.update'>['status']>().toEqualTypeOf<SettableStatus | undefined>();
  // @ts-expect-error neither status nor priority
  const empty: InputOf<'issues.update'> = { projectId: 'p', issueNumber: 1 };
  expectTypeOf(empty).toBeObject();
});

test('both organization filters together do not compile [GAP-6]', () => {
  // @ts-expect-error one of the two
  const both: InputOf<'projects.list'> = { organizationSlug: 'a', organizationId: 'b' };
  expectTypeOf(both).toBeObject();
});

test('a generic endpoint has a schema of its input', () => {
  const schemaOf = <Name extends EndpointName>(name: Name): Schema<InputOf<Name>> => inputs[name];
  expectTypeOf(schemaOf('issues.get').parse({})).toEqualTypeOf<{ projectId: string; issueNumber: number }>();
});
