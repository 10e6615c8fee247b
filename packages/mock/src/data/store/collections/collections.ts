import type {
  AccessTokenRecord,
  ApiKeyRecord,
  CommentRecord,
  IssueRecord,
  OrganizationRecord,
  ProjectRecord,
  UserRecord,
} from '../records.ts';

/**
 * The mock's records, to query, create, update and delete as with `@msw/data`. Records are frozen: `update` and requests create
 * new versions, which the next query returns.
 *
 * @example
 * mock.world.issues.findMany((q) => q.where({ status: 'open' }));
 * await mock.world.issues.update((q) => q.where({ issueNumber: 1 }), { data(issue) { issue.title = 'Renamed'; } });
 */
export interface Collections {
  /** Organizations. */
  readonly organizations: RecordCollection<OrganizationRecord>;
  /** Projects. */
  readonly projects: RecordCollection<ProjectRecord>;
  /** Issues, with everything captured with them. */
  readonly issues: RecordCollection<IssueRecord>;
  /** Comments on issues. */
  readonly comments: RecordCollection<CommentRecord>;
  /** API keys of organizations. */
  readonly apiKeys: RecordCollection<ApiKeyRecord>;
  /** Users. */
  readonly users: RecordCollection<UserRecord>;
  /** OAuth access tokens of users. */
  readonly accessTokens: RecordCollection<AccessTokenRecord>;
}

/** A query of a {@link RecordCollection}: `(q) => q.where({ status: 'open' })`. */
export type RecordPredicate<Type> = (query: RecordQuery<Type>) => RecordQuery<Type>;

/** A combinable condition on records. */
interface RecordQuery<Type> {
  /** Selects records with these values, or for which the function returns true. */
  where(condition: RecordCondition<Type> | ((record: Type) => unknown)): RecordQuery<Type>;
  /** Selects records that meet this condition and all of these. */
  and(...conditions: (RecordQuery<Type> | RecordCondition<Type> | ((record: Type) => unknown))[]): RecordQuery<Type>;
  /** Selects records that meet this condition or one of these. */
  or(...conditions: (RecordQuery<Type> | RecordCondition<Type> | ((record: Type) => unknown))[]): RecordQuery<Type>;
}

/**
 * Values of members, or functions that test them. For lists, use a function of the record:
 * `q.where((issue) => issue.labels.includes('bug'))`.
 */
type RecordCondition<Type> = {
  [Key in keyof Type as NonNullable<Type[Key]> extends readonly unknown[] ? never : Key]?: NonNullable<
    Type[Key]
  > extends object
    ? RecordCondition<NonNullable<Type[Key]>>
    : Type[Key] | ((value: Type[Key]) => unknown);
};

/** `asc` or `desc` for each member to sort by. */
type SortOrder<Type> = {
  [Key in keyof Type]?: NonNullable<Type[Key]> extends object ? SortOrder<NonNullable<Type[Key]>> : 'asc' | 'desc';
};

/** The order of found records. */
export interface RecordSorting<Type> {
  /** The members to sort by; the first that differs decides. `null` comes last. By default order of creation. */
  orderBy?: SortOrder<Type> | SortOrder<Type>[];
}

/** The part of the found records that is returned, after sorting. */
export interface RecordPaging<Type> extends RecordSorting<Type> {
  /** Number of records to skip. By default 0. */
  skip?: number;
  /** Maximum number of records. By default all. */
  take?: number;
  /** The first record to return, in any version. If it was deleted, nothing is found. */
  cursor?: Type;
}

/** A change of each found record. */
export interface RecordChange<Type> {
  /**
   * Changes a draft of the record. Concurrent changes of other members stay; of the same member, the last change to finish
   * wins.
   */
  data: (record: Type) => void | Promise<void>;
}

/**
 * A collection of one kind of record, with the supported part of `@msw/data`'s `Collection`. With `strict: true`, a query that
 * finds nothing throws.
 */
export interface RecordCollection<Type> {
  /**
   * Adds a record.
   *
   * @param record The whole record.
   *
   * @throws as a rejection, for a record with invalid members or an existing id.
   */
  create(record: Type): Promise<Type>;
  /**
   * Creates `count` records with `record(index)`.
   *
   * @param count The number of records.
   * @param record Returns the record for an index from 0.
   */
  createMany(count: number, record: (index: number) => Type): Promise<Type[]>;
  /**
   * Returns the first found record.
   *
   * @throws if there is none.
   */
  findFirst(predicate: RecordPredicate<Type> | undefined, options: { strict: true }): Type;
  /** Returns the first found record, without a query the first of all; `undefined` if there is none. */
  findFirst(predicate?: RecordPredicate<Type>, options?: { strict?: boolean }): Type | undefined;
  /** Returns the found records, without a query all. */
  findMany(predicate?: RecordPredicate<Type>, options?: RecordPaging<Type> & { strict?: boolean }): Type[];
  /**
   * Changes the first found record, and resolves to it.
   *
   * @throws as a rejection, if there is none.
   */
  update(predicate: RecordPredicate<Type>, options: RecordChange<Type> & { strict: true }): Promise<Type>;
  /** Changes the first found record, and resolves to it, or to `undefined` if there is none. */
  update(
    predicate: RecordPredicate<Type>,
    options: RecordChange<Type> & { strict?: boolean },
  ): Promise<Type | undefined>;
  /** Changes all found records, and resolves to them. */
  updateMany(
    predicate: RecordPredicate<Type>,
    options: RecordChange<Type> & RecordSorting<Type> & { strict?: boolean },
  ): Promise<Type[]>;
  /**
   * Deletes the first found record and its dependents, and returns it.
   *
   * @throws if there is none.
   */
  delete(predicate: RecordPredicate<Type>, options: { strict: true }): Type;
  /** Deletes the first found record and its dependents, and returns it; `undefined` if there is none. */
  delete(predicate: RecordPredicate<Type>, options?: { strict?: boolean }): Type | undefined;
  /** Deletes all found records and their dependents, and returns them. */
  deleteMany(predicate: RecordPredicate<Type>, options?: RecordSorting<Type> & { strict?: boolean }): Type[];
  /** Returns the number of records. */
  count(): number;
  /** Returns all records. */
  all(): Type[];
  /** Deletes all records and their dependents. */
  clear(): void;
}
