import type * as z from 'zod/mini';
import type { Kind, RecordsByKind } from './records.ts';
import {
  accessTokenRecord,
  apiKeyRecord,
  commentRecord,
  issueRecord,
  organizationRecord,
  projectRecord,
  userRecord,
} from './records.ts';

/** Every kind's schema. */
export const recordSchemas: { readonly [K in Kind]: z.ZodMiniType<RecordsByKind[K]> } = {
  organizations: organizationRecord,
  projects: projectRecord,
  issues: issueRecord,
  comments: commentRecord,
  apiKeys: apiKeyRecord,
  users: userRecord,
  accessTokens: accessTokenRecord,
};

/** @throws TypeError saying what is wrong with a record, without quoting it: it may be a key. */
export function checkRecord<K extends Kind>(kind: K, record: RecordsByKind[K]): RecordsByKind[K] {
  const { error } = recordSchemas[kind].safeParse(record);
  if (!error) return record;
  const mistakes = error.issues.map((issue) => `${issue.path.join('.')}: ${messageOf(issue)}`);
  throw new TypeError(`This is not right for ${kind}: ${mistakes.join('; ')}.`);
}

/** Without a locale, zod says no more than that the input is invalid. */
function messageOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.message === 'Invalid input'
    ? `must be a ${issue.expected}`
    : issue.message;
}
