import type { Collection } from '@msw/data';
import type {
  AccessTokenRecord,
  ApiKeyRecord,
  CommentRecord,
  IssueRecord,
  OrganizationRecord,
  ProjectRecord,
  UserRecord,
} from './records.ts';

/**
 * The mock's records, to query, create, update and delete as `@msw/data` does it. What comes back are the live records:
 * change them through `update`, never directly.
 *
 * @example
 * mock.world.issues.findMany((q) => q.where({ status: 'open' }));
 * await mock.world.issues.update((q) => q.where({ issueNumber: 1 }), { data: (issue) => void (issue.title = 'Renamed') });
 */
export interface Collections {
  readonly organizations: RecordCollection<OrganizationRecord>;
  readonly projects: RecordCollection<ProjectRecord>;
  /** With everything captured with them. */
  readonly issues: RecordCollection<IssueRecord>;
  readonly comments: RecordCollection<CommentRecord>;
  readonly apiKeys: RecordCollection<ApiKeyRecord>;
  readonly users: RecordCollection<UserRecord>;
  readonly accessTokens: RecordCollection<AccessTokenRecord>;
}

/** A collection of one kind of record. */
export interface RecordCollection<Type> extends Collection<RecordSchema<Type>> {}

/** The check of a collection's records, as Standard Schema has it. */
export interface RecordSchema<Type> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Type; readonly output: Type };
    /** Gives the checked record, or what is wrong with it. */
    readonly validate: (
      value: unknown,
    ) => { readonly value: Type } | { readonly issues: readonly { message: string }[] };
  };
}
