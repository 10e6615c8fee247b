import type {
  Comment,
  ConsoleLog,
  commentSchema,
  consoleLogSchema,
  EndpointName,
  Endpoints,
  ErrorBody,
  errorBodySchema,
  Issue,
  IssueListItem,
  IssueStatus,
  IssueUpdate,
  issueListItemSchema,
  issueSchema,
  Known,
  MetadataSummary,
  metadataSummarySchema,
  NetworkLog,
  networkLogSchema,
  Page,
  Project,
  ProjectListFilters,
  projectSchema,
  ResponseOf,
  Responses,
  Schema,
  Screenshot,
  screenshotSchema,
  TechContext,
  techContextSchema,
  UpdatedIssue,
  UserAction,
  updatedIssueSchema,
  userActionSchema,
} from '@issue-tracking/model';
import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';

test('responses have the exported types', () => {
  expectTypeOf<ResponseOf<'issues.list'>>().toEqualTypeOf<Page<IssueListItem>>();
  expectTypeOf<ResponseOf<'issues.get'>['data']>().toEqualTypeOf<Issue>();
  expectTypeOf<Issue['status']>().toEqualTypeOf<IssueStatus>();
});

test('a misspelt field does not compile, although responses keep unknown fields', () => {
  // @ts-expect-error no such field
  expectTypeOf<Issue['titel']>();
});

test('the type of an update excludes verified and closed [STA-5] [STA-6]', () => {
  expectTypeOf<IssueUpdate['status']>().toEqualTypeOf<
    'open' | 'in_progress' | 'blocked' | 'fix_submitted' | undefined
  >();
});

test('both organization filters together do not compile [GAP-6]', () => {
  // @ts-expect-error one of the two
  const filters: ProjectListFilters = {
    organizationSlug: 'acme',
    organizationId: '00000000-0000-0000-0000-000000000001',
  };
  expectTypeOf(filters).toBeObject();
});

test("endpoint names are the names of the SDK's methods", () => {
  expectTypeOf<'issues.comments.create'>().toExtend<EndpointName>();
  expectTypeOf<'issues.create'>().not.toExtend<EndpointName>();
});

/** The type that a schema's output has, without what lets unknown fields pass. */
type Described<From extends Schema> = Known<z.infer<From>>;

test('each interface equals the output of its schema', () => {
  expectTypeOf<Project>().toEqualTypeOf<Described<typeof projectSchema>>();
  expectTypeOf<IssueListItem>().toEqualTypeOf<Described<typeof issueListItemSchema>>();
  expectTypeOf<Issue>().toEqualTypeOf<Described<typeof issueSchema>>();
  expectTypeOf<MetadataSummary>().toEqualTypeOf<Described<typeof metadataSummarySchema>>();
  expectTypeOf<UpdatedIssue>().toEqualTypeOf<Described<typeof updatedIssueSchema>>();
  expectTypeOf<Comment>().toEqualTypeOf<Described<typeof commentSchema>>();
  expectTypeOf<ConsoleLog>().toEqualTypeOf<Described<typeof consoleLogSchema>>();
  expectTypeOf<NetworkLog>().toEqualTypeOf<Described<typeof networkLogSchema>>();
  expectTypeOf<Screenshot>().toEqualTypeOf<Described<typeof screenshotSchema>>();
  expectTypeOf<TechContext>().toEqualTypeOf<Described<typeof techContextSchema>>();
  expectTypeOf<ErrorBody>().toEqualTypeOf<Described<typeof errorBodySchema>>();
  // The kinds of action are an open set whose names the type knows besides.
  expectTypeOf<Omit<UserAction, 'type'>>().toEqualTypeOf<Omit<Described<typeof userActionSchema>, 'type'>>();
});

test('each response type equals the schema in the endpoint table', () => {
  type BodyOf<Response> = Response extends Schema ? Described<Response> : undefined;
  type Rows = { [Name in EndpointName]: BodyOf<Endpoints[Name]['response']> };
  // As above for the user actions.
  type Closed = Exclude<EndpointName, 'issues.userActions'>;
  expectTypeOf<Known<Pick<Responses, Closed>>>().toEqualTypeOf<Pick<Rows, Closed>>();
});
