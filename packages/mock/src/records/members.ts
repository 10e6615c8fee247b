import {
  apiKeyPrefix,
  captured,
  commentSchema,
  exactEnum,
  issueListItemSchema,
  issueSchema,
  projectParams,
  projectSchema,
  scopes,
  timestamp,
  uuid,
} from '@issue-tracking/model';
import * as z from 'zod/mini';
import { accessTokenText, apiKeyText, flag, jsonForms, name, text, wholeNumber } from '../platform/input/schemas.ts';
import { membersOf, partial, type Shape } from './input-of.ts';
import type { RecordKind } from './records.ts';

// Counts and the organization's names are read from other records.
const { metadataSummary: _counted, ...issueMembers } = membersOf(issueSchema);
const { organizationSlug: _slug, organizationName: _name, ...projectMembers } = membersOf(projectSchema);
const capturedMembers = Object.entries(captured).map(([part, { many, entry }]) => {
  const one = partial(membersOf(entry));
  return [part, many ? z.array(one, 'must be an array') : z.nullable(one)];
});

/** The name of a credential, shown instead of the credential. */
const credentialName = text
  .check(
    z.regex(/^[^\s\p{C}](?:[^\p{C}]*[^\s\p{C}])?$/u, {
      error: 'must be one line without spaces around it',
      abort: true,
    }),
    z.refine((value) => !value.includes(apiKeyPrefix), {
      error: `must not contain "${apiKeyPrefix}", because names are shown and keys are not`,
    }),
  )
  .register(jsonForms, { not: { pattern: apiKeyPrefix } });
const grant: Shape = {
  name: credentialName,
  scopes: z.array(exactEnum(scopes), 'must be an array'),
  expiresAt: z.nullable(timestamp),
  revoked: flag,
};
/** A project's id. It is one segment of paths; an encoded slash doesn't match (GAP-39). */
const projectId = projectParams.def.shape.projectId
  .check(z.refine((id) => !id.includes('/'), { error: 'must not contain "/", because it is a segment of paths' }))
  .register(jsonForms, { pattern: '^[^/]+$', not: { enum: ['.', '..'] } });

/** The members of each kind of record, each with the schema of a value. */
export const members: { readonly [K in RecordKind]: Shape } = {
  organizations: { id: uuid, slug: name, name, active: flag },
  projects: {
    ...projectMembers,
    id: projectId,
    slug: name,
    name,
    organizationId: text,
    nextIssueNumber: wholeNumber(1, 2 ** 31 - 1),
  },
  issues: {
    ...membersOf(issueListItemSchema),
    ...issueMembers,
    ...Object.fromEntries(capturedMembers),
    issueNumber: wholeNumber(1),
    title: name,
    projectId: text,
    labels: z.array(text, 'must be an array'),
    assignees: z.array(text, 'must be an array'),
    viewportSize: text.check(z.regex(/^(?:\d+x\d+)?$/, 'must be "<width>x<height>", such as "1440x900", or empty')),
    // The other counts come from the entries (RES-4, GAP-26).
    jsErrorCount: wholeNumber(0),
  },
  comments: { ...membersOf(commentSchema), projectId: text, issueNumber: wholeNumber(1) },
  apiKeys: { key: apiKeyText, organizationId: text, ...grant },
  users: { id: name, name, organizations: z.array(text, 'must be an array') },
  accessTokens: { token: accessTokenText, userId: text, ...grant },
};
