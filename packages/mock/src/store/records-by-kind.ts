import type {
  AccessTokenRecord,
  ApiKeyRecord,
  CommentRecord,
  IssueRecord,
  OrganizationRecord,
  ProjectRecord,
  UserRecord,
} from './records.ts';

/** Every kind of record, by the name of its collection. */
export interface RecordsByKind {
  organizations: OrganizationRecord;
  projects: ProjectRecord;
  issues: IssueRecord;
  comments: CommentRecord;
  apiKeys: ApiKeyRecord;
  users: UserRecord;
  accessTokens: AccessTokenRecord;
}

/** The name of a kind of record. */
export type Kind = keyof RecordsByKind;

/** A record, with the name of its kind. */
export type AnyRecord = { [K in Kind]: { readonly kind: K; readonly record: RecordsByKind[K] } }[Kind];
