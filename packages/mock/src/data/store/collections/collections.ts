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
 * The mock's records, to query, create, update and delete as with `@msw/data`. Records are frozen: `update` and requests
 * create a new version, which the next query finds.
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
  /** People. */
  readonly users: RecordCollection<UserRecord>;
  /** OAuth access tokens of people. */
  readonly accessTokens: RecordCollection<AccessTokenRecord>;
}

/** A query of a {@link RecordCollection}: `(q) => q.where({ status: 'open' })`. */
export type RecordPredicate<Type> = (query: RecordQuery<Type>) => RecordQuery<Type>;

/** A condition on records, which can be combined with others. */
interface RecordQuery<Type> {
  /** Records with these values, or those for which the function says so. */
  where(condition: RecordCondition<Type> | ((record: Type) => unknown)): RecordQuery<Type>;
  /** Records for which this and all of these hold. */
  and(...conditions: (RecordQuery<Type> | RecordCondition<Type> | ((record: Type) => unknown))[]): RecordQuery<Type>;
  /** Records for which this or one of these holds. */
  or(...conditions: (RecordQuery<Type> | RecordCondition<Type> | ((record: Type) => unknown))[]): RecordQuery<Type>;
}

/**
 * Values of members, each written out or tested by a function. For lists, use a function of the record:
 * `q.where((issue) => issue.labels.includes('bug'))`.
 */
type RecordCondition<Type> = {
  [Key in keyof Type as NonNullable<Type[Key]> extends readonly unknown[] ? never : Key]?: NonNullable<
    Type[Key]
  > extends object
    ? RecordCondition<NonNullable<Type[Key]>>
    : Type[Key] | ((value: Type[Key]) => unknown);
};

/** `asc` or `desc`, by the names of members. */
type SortOrder<Type> = {
  [Key in keyof Type]?: NonNullable<Type[Key]> extends object ? SortOrder<NonNullable<Type[Key]>> : 'asc' | 'desc';
};

/** The order of records that were found. */
export interface RecordSorting<Type> {
  /** The members to sort by; with several, the first that differs decides. `null` comes last. Default: order of creation. */
  orderBy?: SortOrder<Type> | SortOrder<Type>[];
}

/** The part of the records found that is returned, after sorting. */
export interface RecordPaging<Type> extends RecordSorting<Type> {
  /** The number of records to leave out. */
  skip?: number;
  /** The maximum number of records. */
  take?: number;
  /** The record to begin with, in any version. Nothing is found when it is gone. */
  cursor?: Type;
}

/** A change to each record that is found. */
export interface RecordChange<Type> {
  /**
   * Changes a draft of the record. What others change before it is done stays, unless it is the same member: then the
   * last one to end decides.
   */
  data: (record: Type) => void | Promise<void>;
}

/**
 * A collection of one kind of record; of `@msw/data`'s `Collection`, what is promised. With `strict: true` a query that
 * finds nothing throws.
 */
export interface RecordCollection<Type> {
  /**
   * Adds a record.
   *
   * @param record The whole record.
   *
   * @throws as a rejection, for a record with wrong members, or with an id that exists.
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
   * The first record that was found.
   *
   * @throws when there is none.
   */
  findFirst(predicate: RecordPredicate<Type> | undefined, options: { strict: true }): Type;
  /** The first record that was found, or the first of all; `undefined` when there is none. */
  findFirst(predicate?: RecordPredicate<Type>, options?: { strict?: boolean }): Type | undefined;
  /** All records that were found, or all there are. */
  findMany(predicate?: RecordPredicate<Type>, options?: RecordPaging<Type> & { strict?: boolean }): Type[];
  /**
   * Changes the first record that is found, and resolves to it.
   *
   * @throws as a rejection, when there is none.
   */
  update(predicate: RecordPredicate<Type>, options: RecordChange<Type> & { strict: true }): Promise<Type>;
  /** Changes the first record that is found, and resolves to it; to `undefined` when there is none. */
  update(
    predicate: RecordPredicate<Type>,
    options: RecordChange<Type> & { strict?: boolean },
  ): Promise<Type | undefined>;
  /** Changes all records that are found, and resolves to them. */
  updateMany(
    predicate: RecordPredicate<Type>,
    options: RecordChange<Type> & RecordSorting<Type> & { strict?: boolean },
  ): Promise<Type[]>;
  /**
   * Deletes the first record that is found, with all that belongs to it, and returns it.
   *
   * @throws when there is none.
   */
  delete(predicate: RecordPredicate<Type>, options: { strict: true }): Type;
  /** Deletes the first record that is found, with all that belongs to it; `undefined` when there is none. */
  delete(predicate: RecordPredicate<Type>, options?: { strict?: boolean }): Type | undefined;
  /** Deletes all records that are found, with all that belongs to them, and returns them. */
  deleteMany(predicate: RecordPredicate<Type>, options?: RecordSorting<Type> & { strict?: boolean }): Type[];
  /** How many there are. */
  count(): number;
  /** Every record. */
  all(): Type[];
  /** Deletes every record. */
  clear(): void;
}
