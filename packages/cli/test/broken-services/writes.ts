import { settableStatuses } from '@issue-tracking/model';
import type { StoredIssue } from '../../../../tools/spec-service/data.ts';
import type { SpecService } from '../../../../tools/spec-service/service.ts';
import type { Json } from '../../../../tools/spec-service/wire.ts';
import {
  around,
  type Breaks,
  errorsWith,
  isChange,
  isComment,
  responses,
  result,
  successes,
  type Table,
} from './broken-service.ts';
import { notFound, unwrap } from './reads.ts';

interface Update {
  status?: string;
  priority?: string;
}

/** Runs a function after a change, with the issue, the update and a copy of the earlier issue. */
const changed = (spoil: (issue: StoredIssue, update: Update, was: StoredIssue, s: SpecService) => void): Breaks =>
  around('change', (before, s) => (issue, update) => {
    const was = { ...issue };
    before(issue, update);
    spoil(issue, update, was, s);
  });

/** Runs a function before an update is checked. Its result, if any, takes the place of the update. */
const first = (act: (issue: StoredIssue, body: Json, s: SpecService) => Json): Breaks =>
  around('update', (before, s) => (issueOf, body) => before(issueOf, act(issueOf(), body, s) || body));

/** Changes a comment before it is checked. */
const sent = (put: (body: Json) => Json): Breaks =>
  around('addComment', (before) => (issueOf, body, credential) => before(issueOf, put(body), credential));

/** Runs a function after a comment was added. */
const kept = (spoil: (issue: StoredIssue, s: SpecService) => void): Breaks =>
  around('addComment', (before, s) => (issueOf, body, credential) => {
    const response = before(issueOf, body, credential);
    spoil(issueOf(), s);
    return response;
  });

/** Ways to set a status that only others may set. */
const forbidden = (status: 'verified' | 'closed'): Readonly<Record<string, Breaks>> => ({
  [`a key sets "${status}"`]: (s) => void s.settable.push(status),
  [`"${status}" is rejected, but set`]: first((issue, body) => {
    if (body.status === status) issue.status = status;
  }),
});

/** Ways to accept a wrong value of one member, or to reject it without saying enough. */
const values = (member: 'status' | 'priority', list: 'statuses' | 'priorities'): Readonly<Record<string, Breaks>> => ({
  [`any ${member} is accepted`]: first((_, body, s) => ({
    ...body,
    [member]: s[list].includes(body[member]) ? body[member] : undefined,
  })),
  [`a ${member} in capitals is accepted`]: first(
    (_, body) => typeof body[member] === 'string' && { ...body, [member]: body[member].toLowerCase() },
  ),
  [`a ${member} of null is accepted`]: first((_, body) => body[member] === null && { ...body, [member]: undefined }),
  [`a list is accepted as the ${member}`]: first(
    (_, body) => Array.isArray(body[member]) && { ...body, [member]: undefined },
  ),
});

/** Makes a change to another issue too. */
const other = (of: (s: SpecService, issue: StoredIssue) => StoredIssue | undefined): Breaks =>
  around('change', (before, s) => (issue, change) => {
    before(issue, change);
    const also = of(s, issue);
    if (also && also !== issue) before(also, change);
  });

/** Only writes show them. */
export const writes: Table = {
  'GEN-1': { 'comments are added at another path': around('addComment', () => notFound) },
  'GEN-2': {
    'bodies of requests are decoded as Latin-1': around('parsed', (before) => (bytes) => {
      before(bytes);
      return JSON.parse(Buffer.from(bytes).toString('latin1'));
    }),
  },
  'GEN-3': {
    'a PATCH of any type is accepted': around('isJson', () => () => true),
    'a POST of any type is accepted': around('body', (before, s) => (request) => {
      return request.method === 'POST' ? s.parsed(request.body) : before(request);
    }),
  },
  'GEN-4': {
    'new times are those of another zone, with a Z': changed((issue, _, was) => {
      if (issue.updatedAt !== was.updatedAt) issue.updatedAt += 7_200_000;
    }),
    'the time of a new comment is that of another zone, with a Z': around('addComment', (before) => (...args) => {
      const { data, ...response } = before(...args);
      const createdAt = new Date(Date.parse(data.createdAt) + 3_600_000).toISOString();
      return { ...response, data: { ...data, createdAt } };
    }),
  },
  'GEN-5': { 'the response to a change has no `data` around it': responses(isChange, unwrap) },
  'STA-3': Object.fromEntries(
    settableStatuses
      .filter((status) => status !== 'open')
      .map((status) => [
        `"${status}" is accepted and not set`,
        changed((issue, update, was) => {
          if (update.status === status) issue.status = was.status;
        }),
      ]),
  ),
  'STA-4': {
    'the response has the old status': (s) => {
      let old = '';
      first(({ status }) => {
        old = status;
      })(s);
      result('updatedJson', (updated) => ({ ...updated, status: old }))(s);
    },
    '`updatedAt` stays': changed((issue, _, was) => {
      issue.updatedAt = was.updatedAt;
    }),
    '`updatedAt` is always the same in responses': result('updatedJson', (updated) => ({
      ...updated,
      updatedAt: '2020-01-01T00:00:00.000Z',
    })),
  },
  'STA-5': forbidden('verified'),
  'STA-6': forbidden('closed'),
  'EP-9': {
    'a change of the priority is not kept': changed((issue, _, was) => {
      issue.priority = was.priority;
    }),
    'a change of the priority sets the status to "open"': changed((issue, { status, priority }) => {
      if (priority && !status) issue.status = 'open';
    }),
    'a change of the status sets the priority to "medium"': changed((issue, { status, priority }) => {
      if (status && !priority) issue.priority = 'medium';
    }),
    'of a status and a priority only the status is set': changed((issue, { status, priority }, was) => {
      if (status && priority) issue.priority = was.priority;
    }),
    'a change cuts the title': changed((issue) => {
      issue.title = issue.title.slice(0, 5);
    }),
    'the response is that of another issue': result('updatedJson', (updated) => ({
      ...updated,
      issueNumber: updated.issueNumber + 1,
    })),
    'the response has no `priority`': result('updatedJson', ({ priority: _, ...updated }) => updated),
    'a change gets 202': responses(
      (request, { status }) => isChange(request) && status === 200,
      (response) => {
        response.status = 202;
      },
    ),
    'a change is also made to the next issue': other((s, { number }) =>
      s.data.projects[0]?.issues.find((issue) => issue.number === number + 1),
    ),
    'a change is also made to the issue with the same number in another project': other((s, { number }) =>
      s.data.projects[1]?.issues.find((issue) => issue.number === number),
    ),
    'the list shows the issue before the change': (s) => {
      const before = new Map<number, object>();
      first(({ number, status, priority }) => {
        if (!before.has(number)) before.set(number, { status, priority });
      })(s);
      around('itemJson', (item) => (issue) => ({ ...item(issue), ...before.get(issue.number) }))(s);
    },
  },
  'EP-10': {
    ...values('status', 'statuses'),
    ...values('priority', 'priorities'),
    'the error does not name the valid values': errorsWith(400, ({ details }) => {
      details[0].message = 'is wrong';
    }),
    'the error does not name the member': errorsWith(400, ({ details }) => {
      details[0].field = 'body';
    }),
    'the valid status of a rejected change is set': first((issue, body, s) => {
      if (!s.priorities.includes(body.priority) && s.settable.includes(body.status))
        s.change(issue, { status: body.status });
    }),
    'the valid priority of a rejected change is set': first((issue, body, s) => {
      if (!s.statuses.includes(body.status) && s.priorities.includes(body.priority))
        s.change(issue, { priority: body.priority });
    }),
  },
  'EP-12': {
    'a new comment gets 202': (s) => {
      s.commentStatus = 202;
    },
    'the response is not the comment': successes(isComment, (json) => {
      json.data = { id: json.data.id };
    }),
    'the comment has another text': around('textOfComment', () => () => 'Thank you!'),
    'the comment is not kept': kept(({ comments }) => comments.pop()),
    'the comment is kept with other issues, too': kept((issue, s) => {
      for (const also of s.data.projects[0]?.issues ?? [])
        if (also !== issue) also.comments.push(...issue.comments.slice(-1));
    }),
    'a comment without its text is accepted': sent((body) => ({ content: '?', ...body })),
    'a number is accepted as the text': sent((body) => ({ content: body.content && String(body.content) })),
    'null is accepted as the text': sent((body) => (body.content === null ? { content: '?' } : body)),
    'a list is accepted as the text': sent((body) => (Array.isArray(body.content) ? { content: '?' } : body)),
  },
};
