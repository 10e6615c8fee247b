import {
  apiKeyPrefix,
  consoleLevels,
  exactEnum,
  issuePriorities,
  issueStatuses,
  projectParams,
  scopes,
  timestamp,
  uuid,
} from '@issue-tracking/model';
import * as z from 'zod/mini';
import {
  accessTokenText,
  apiKeyText,
  flag,
  jsonForms,
  list,
  name,
  number,
  object,
  type ShapeOf,
  text,
  wholeNumber,
} from '../../platform/input/schemas.ts';
import type {
  CommentInput,
  ConsoleLogInput,
  NetworkLogInput,
  ScreenshotInput,
  TechContextInput,
  UserActionInput,
} from './entry-inputs.ts';
import { formatVersion } from './file-format.ts';
import type { IssueInput, OrganizationInput, ProjectInput, UserInput, World } from './world.ts';

const date = z.optional(timestamp);

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

/** The name, scopes and expiry of a credential. */
export const grantShape = {
  name: z.optional(credentialName),
  scopes: list(exactEnum(scopes)),
  expiresAt: z.optional(z.nullable(timestamp)),
};

/** A project's id. It is one segment of paths; an encoded slash doesn't match (GAP-39). */
const projectId = projectParams.def.shape.projectId
  .check(z.refine((id) => !id.includes('/'), { error: 'must not contain "/", because it is a segment of paths' }))
  .register(jsonForms, { pattern: '^[^/]+$', not: { enum: ['.', '..'] } });

// RES-5
const commentInput = object({
  id: z.optional(name),
  content: z.optional(text),
  authorName: z.optional(text),
  createdAt: date,
} satisfies ShapeOf<CommentInput>);
// RES-6
const consoleLogInput = object({
  level: z.optional(exactEnum(consoleLevels)),
  message: z.optional(text),
  source: z.optional(text),
  timestamp: date,
} satisfies ShapeOf<ConsoleLogInput>);
// RES-7; the specification gives `duration` no unit (GAP-2).
const networkLogInput = object({
  method: z.optional(text),
  url: z.optional(text),
  status: z.optional(number),
  duration: z.optional(number),
  timestamp: date,
} satisfies ShapeOf<NetworkLogInput>);
// RES-8
const screenshotInput = object({
  id: z.optional(name),
  url: z.optional(text),
  width: z.optional(number),
  height: z.optional(number),
  createdAt: date,
} satisfies ShapeOf<ScreenshotInput>);
const version = z.optional(object({ name: text, version: text }));
// RES-9
const techContextInput = object({
  browserInfo: version,
  osInfo: version,
  viewportSize: z.optional(object({ width: number, height: number })),
  cssSelector: z.optional(text),
  elementStyles: z.optional(z.record(z.string(), text, 'must be an object')),
  reactComponentTree: list(text),
} satisfies ShapeOf<TechContextInput>);
// RES-10; the set of types is open (GAP-3).
const userActionInput = object({
  type: z.optional(text),
  target: z.optional(text),
  text: z.optional(text),
  timestamp: date,
} satisfies ShapeOf<UserActionInput>);

/** An issue in a world file, a tenant's options or the dashboard. */
export const issueInput = object({
  title: name,
  issueNumber: z.optional(wholeNumber(1)),
  id: z.optional(name),
  description: z.optional(text),
  status: z.optional(exactEnum(issueStatuses)),
  priority: z.optional(exactEnum(issuePriorities)),
  labels: list(text),
  assignees: list(text),
  reporterName: z.optional(text),
  assigneeName: z.optional(text),
  pageUrl: z.optional(text),
  browserInfo: z.optional(text),
  osInfo: z.optional(text),
  viewportSize: z.optional(
    text.check(z.regex(/^(?:\d+x\d+)?$/, 'must be "<width>x<height>", such as "1440x900", or empty')),
  ),
  createdAt: date,
  updatedAt: date,
  // The other counts come from the entries (RES-4, GAP-26).
  jsErrorCount: z.optional(wholeNumber(0)),
  comments: list(commentInput),
  consoleLogs: list(consoleLogInput),
  networkLogs: list(networkLogInput),
  screenshots: list(screenshotInput),
  techContext: z.optional(z.nullable(techContextInput)),
  userActions: list(userActionInput),
} satisfies ShapeOf<IssueInput>);

export const projectInput = object({
  id: projectId,
  slug: name,
  name,
  description: z.optional(z.nullable(text)),
  createdAt: date,
  issues: list(issueInput),
} satisfies ShapeOf<ProjectInput>);

export const organizationInput = object({
  id: uuid,
  slug: name,
  name,
  // EP-3
  active: z.optional(flag),
  projects: list(projectInput),
  apiKeys: list(object({ key: apiKeyText, ...grantShape })),
} satisfies ShapeOf<OrganizationInput>);

export const userInput = object({
  id: name,
  name,
  organizations: list(text),
  accessTokens: list(object({ token: accessTokenText, ...grantShape })),
} satisfies ShapeOf<UserInput>);

/** Members of all files: the JSON Schema for editors, and the version of the format. */
export const fileMembers = { $schema: z.optional(text), formatVersion: z.optional(wholeNumber(1, formatVersion)) };

/** A world file. `world-references.ts` checks across members. */
export const worldSchema = object({
  ...fileMembers,
  organizations: list(organizationInput),
  users: list(userInput),
} satisfies ShapeOf<World>);
