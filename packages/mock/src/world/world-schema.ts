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
import { unknownMembers } from './unknown-members.ts';

const text = z.string('must be a string');
const name = text.check(z.minLength(1, 'must not be empty'));
const flag = z.boolean('must be true or false');
const number = z.number('must be a number');
const count = z.int('must be a whole number from 0').check(z.nonnegative('must be a whole number from 0'));
const number1 = z.int('must be a whole number from 1').check(z.positive('must be a whole number from 1'));
const list = <Item extends z.core.$ZodType>(item: Item) => z.optional(z.array(item, 'must be an array'));
const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownMembers(issue.keys, Object.keys(shape)) : 'must be an object',
  });
const date = z.optional(timestamp);

/** What a credential may look like and still go into a header unchanged. */
const visible = /^[\x21-\x7e]+$/;
const credential = text.check(z.regex(visible, 'must be visible ASCII characters only, to go into a header'));
const key = credential.check(
  z.refine((value) => value.startsWith(apiKeyPrefix) && value.length > apiKeyPrefix.length, {
    error: `must be "${apiKeyPrefix}" and more, as every API key is (AUTH-2)`,
  }),
);
const token = credential.check(
  z.refine((value) => !value.startsWith(apiKeyPrefix), {
    error: `must not begin with "${apiKeyPrefix}": that is how API keys begin (AUTH-2)`,
  }),
);
const grant = { scopes: list(exactEnum(scopes)), expiresAt: z.optional(z.nullable(timestamp)) };

/** Stands in paths as one segment; an encoded slash is never one (GAP-39). */
const projectId = projectParams.def.shape.projectId.check(
  z.refine((id) => !id.includes('/'), { error: 'must not contain "/": no path could name it' }),
);

const commentInput = object({
  id: z.optional(name),
  content: z.optional(text),
  authorName: z.optional(text),
  createdAt: date,
});
const consoleLogInput = object({
  level: z.optional(exactEnum(consoleLevels)),
  message: z.optional(text),
  source: z.optional(text),
  timestamp: date,
});
const networkLogInput = object({
  method: z.optional(text),
  url: z.optional(text),
  status: z.optional(number),
  duration: z.optional(number),
  timestamp: date,
});
const screenshotInput = object({
  id: z.optional(name),
  url: z.optional(text),
  width: z.optional(number),
  height: z.optional(number),
  createdAt: date,
});
const version = z.optional(object({ name: text, version: text }));
const techContextInput = object({
  browserInfo: version,
  osInfo: version,
  viewportSize: z.optional(object({ width: number, height: number })),
  cssSelector: z.optional(text),
  elementStyles: z.optional(z.record(z.string(), text, 'must be an object')),
  reactComponentTree: list(text),
});
const userActionInput = object({
  type: z.optional(text),
  target: z.optional(text),
  text: z.optional(text),
  timestamp: date,
});

/** An issue, as a world file and the factories write it. */
export const issueInput = object({
  title: name,
  issueNumber: z.optional(number1),
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
  viewportSize: z.optional(text.check(z.regex(/^\d+x\d+$/, 'must be "<width>x<height>", such as "1440x900"'))),
  createdAt: date,
  updatedAt: date,
  jsErrorCount: z.optional(count),
  comments: list(commentInput),
  consoleLogs: list(consoleLogInput),
  networkLogs: list(networkLogInput),
  screenshots: list(screenshotInput),
  techContext: z.optional(techContextInput),
  userActions: list(userActionInput),
});

/** A world file, member by member; what must agree across members is `world-references.ts`'s. */
export const worldSchema = object({
  organizations: list(
    object({
      id: uuid,
      slug: name,
      name,
      active: z.optional(flag),
      projects: list(
        object({
          id: projectId,
          slug: name,
          name,
          description: z.optional(z.nullable(text)),
          createdAt: date,
          issues: list(issueInput),
        }),
      ),
      apiKeys: list(object({ key, ...grant })),
    }),
  ),
  users: list(object({ id: name, name, organizations: list(text), accessTokens: list(object({ token, ...grant })) })),
});
