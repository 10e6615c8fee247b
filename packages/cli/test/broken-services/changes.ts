import type { StoredIssue } from '../../../../tools/spec-service/data.ts';
import type { SpecService } from '../../../../tools/spec-service/service.ts';
import type { Json } from '../../../../tools/spec-service/wire.ts';
import {
  around,
  type Breaks,
  type BrokenService,
  bodyHas,
  errorsWith,
  isChange,
  isComment,
  otherStatus,
  responses,
  result,
  successes,
  write,
} from './broken-service.ts';

interface Update {
  status?: string;
  priority?: string;
}

/** Runs a function after a change, with the issue, the update and a copy of the earlier issue. */
const changed = (spoil: (issue: StoredIssue, update: Update, was: StoredIssue) => void): Breaks =>
  around('change', (before) => (issue, update) => {
    const was = { ...issue };
    before(issue, update);
    spoil(issue, update, was);
  });

/** Runs a function before an update is checked. */
const first = (act: (issue: StoredIssue, body: Json, s: SpecService) => void): Breaks =>
  around('update', (before, s) => (issueOf, body) => {
    act(issueOf(), body, s);
    return before(issueOf, body);
  });

const comments = (put: (body: Json) => Json): Breaks =>
  around('addComment', (before) => (issueOf, body, credential) => before(issueOf, put(body), credential));

/** Runs a function after a comment was added. */
const kept = (spoil: (comments: StoredIssue['comments']) => void): Breaks =>
  around('addComment', (before) => (issueOf, body, credential) => {
    const response = before(issueOf, body, credential);
    spoil(issueOf().comments);
    return response;
  });

const forbidden = (['verified', 'closed'] as const).flatMap((status) => {
  const rule = status === 'verified' ? 'STA-5' : 'STA-6';
  return [
    write(rule, `a key sets "${status}"`, (s) => void s.settable.push(status)),
    write(
      rule,
      `"${status}" is rejected, but set`,
      first((issue, body) => {
        if (body.status === status) issue.status = status;
      }),
    ),
    write(
      rule,
      `"${status}" gets 200, but is not set`,
      around(
        'update',
        (before, s) => (issueOf, body) =>
          body.status === status ? { data: s.updatedJson(issueOf()) } : before(issueOf, body),
      ),
    ),
  ];
});

const unknown = (s: SpecService, body: Json, member: 'status' | 'priority') =>
  body[member] !== undefined && !(member === 'status' ? s.statuses : s.priorities).includes(body[member]);

const invalidValues = (['status', 'priority'] as const).flatMap((member) => {
  const isWrong = bodyHas(`"${member}":"q`);
  return [
    write(
      'EP-10',
      `a ${member} that v1 does not know is accepted`,
      around('update', (before, s) => (issueOf, body) => before(issueOf, unknown(s, body, member) ? {} : body)),
    ),
    write('EP-10', `a wrong ${member} is a 422`, otherStatus(400, 422, isWrong)),
    write(
      'EP-10',
      `the error for a wrong ${member} does not name the valid values`,
      errorsWith(
        400,
        ({ details }) => {
          details[0].message = 'is wrong';
        },
        isWrong,
      ),
    ),
    write(
      'EP-10',
      `the error for a wrong ${member} does not name the member`,
      errorsWith(
        400,
        ({ details }) => {
          details[0].field = 'body';
        },
        isWrong,
      ),
    ),
  ];
});

const isLike = (value: Json, like: unknown) => (like === null ? value === null : Array.isArray(value));

/** Lets the change of an issue change another issue too. */
const other = (
  of: (s: SpecService, issue: StoredIssue) => StoredIssue | undefined,
  derive: (change: Update) => Update,
) =>
  around('change', (before, s) => (issue, change) => {
    before(issue, change);
    const also = of(s, issue);
    if (also && also !== issue) before(also, derive(change));
  });
const next = (s: SpecService, { number }: StoredIssue) =>
  s.data.projects[0]?.issues.find((issue) => issue.number === number + 1);
const besides: BrokenService[] = [
  write(
    'EP-9',
    'a change is also made to the next issue',
    other(next, (change) => change),
  ),
  write(
    'EP-9',
    'a new status is also set on the next issue',
    other(next, ({ status }) => (status === undefined ? {} : { status })),
  ),
  write(
    'EP-9',
    'a new priority is set on all issues',
    around('change', (before, s) => (issue, change) => {
      before(issue, change);
      for (const each of s.data.projects[0]?.issues ?? [])
        if (each !== issue && change.priority) before(each, { priority: change.priority });
    }),
  ),
  write(
    'EP-9',
    'a change is also made to the issue with the same number in another project',
    other(
      (s, { number }) => s.data.projects[1]?.issues.find((issue) => issue.number === number),
      (change) => change,
    ),
  ),
];

export const changes: BrokenService[] = [
  ...['in_progress', 'blocked', 'fix_submitted'].map((status) =>
    write(
      'STA-3',
      `"${status}" is accepted and not set`,
      changed((issue, update, was) => {
        if (update.status === status) issue.status = was.status;
      }),
    ),
  ),
  write(
    'STA-3',
    '"blocked" is kept as "open"',
    changed((issue, { status }) => {
      if (status === 'blocked') issue.status = 'open';
    }),
  ),
  write('STA-4', 'the response has the old status', (s) => {
    let old = '';
    first(({ status }) => {
      old = status;
    })(s);
    result('updatedJson', (updated) => ({ ...updated, status: old }))(s);
  }),
  write(
    'STA-4',
    '`updatedAt` stays',
    changed((issue, _, was) => {
      issue.updatedAt = was.updatedAt;
    }),
  ),
  write(
    'STA-4',
    '`updatedAt` is always the same in responses',
    result('updatedJson', (updated) => ({
      ...updated,
      updatedAt: '2020-01-01T00:00:00.000Z',
    })),
  ),
  ...forbidden,
  write(
    'EP-9',
    'a change of the priority is not kept',
    changed((issue, _, was) => {
      issue.priority = was.priority;
    }),
  ),
  write(
    'EP-9',
    'a change of the priority sets the status to "in_progress"',
    changed((issue, { status, priority }) => {
      if (priority && !status) issue.status = 'in_progress';
    }),
  ),
  write(
    'EP-9',
    'a change of the priority sets the status to "open"',
    changed((issue, { status, priority }) => {
      if (priority && !status) issue.status = 'open';
    }),
  ),
  write(
    'EP-9',
    'a change of the status sets the priority to "medium"',
    changed((issue, { status, priority }) => {
      if (status && !priority) issue.priority = 'medium';
    }),
  ),
  write(
    'EP-9',
    'of a status and a priority only the status is set',
    changed((issue, { status, priority }, was) => {
      if (status && priority) issue.priority = was.priority;
    }),
  ),
  write(
    'EP-9',
    'a change cuts the title',
    changed((issue) => {
      issue.title = issue.title.slice(0, 5);
    }),
  ),
  write(
    'EP-9',
    'the response always has the priority "critical"',
    result('updatedJson', (updated) => ({
      ...updated,
      priority: 'critical',
    })),
  ),
  write(
    'EP-9',
    'the response is that of another issue',
    result('updatedJson', (updated) => ({
      ...updated,
      issueNumber: updated.issueNumber + 1,
    })),
  ),
  ...['issueNumber', 'status', 'priority', 'updatedAt'].map((name) =>
    write(
      'EP-9',
      `the response has no \`${name}\``,
      result('updatedJson', ({ [name]: _, ...updated }) => updated),
    ),
  ),
  write(
    'EP-9',
    'a change gets 202',
    responses(
      (request, response) => isChange(request, response) && response.status === 200,
      (response) => {
        response.status = 202;
      },
    ),
  ),
  ...invalidValues,
  ...(['status', 'priority'] as const).map((member) =>
    write(
      'EP-10',
      `a ${member} in capitals is accepted`,
      around(
        'update',
        (before) => (issueOf, body) =>
          before(issueOf, body[member] ? { ...body, [member]: String(body[member]).toLowerCase() } : body),
      ),
    ),
  ),
  write(
    'EP-10',
    'the valid status of a rejected change is set',
    first((issue, body, s) => {
      if (unknown(s, body, 'priority') && s.settable.includes(body.status)) s.change(issue, { status: body.status });
    }),
  ),
  write('EP-12', 'a new comment gets 202', (s) => {
    s.commentStatus = 202;
  }),
  write(
    'EP-12',
    'the response is not the comment',
    successes(isComment, (json) => {
      json.data = { id: json.data.id };
    }),
  ),
  write(
    'EP-12',
    'the comment has another text',
    around('textOfComment', () => () => 'Thank you!'),
  ),
  write(
    'EP-12',
    'the comment is not kept',
    kept((all) => all.pop()),
  ),
  write(
    'EP-12',
    'the comment is kept twice',
    kept((all) => all.push(...all.slice(-1))),
  ),
  write(
    'EP-12',
    'the comment is kept with another text',
    kept((all) => Object.assign(all.at(-1) ?? {}, { content: '?' })),
  ),
  write(
    'EP-12',
    'a comment without its text is accepted',
    comments((body) => ({ content: '?', ...body })),
  ),
  write(
    'EP-12',
    'a number is accepted as the text',
    comments((body) => ({ content: body.content && String(body.content) })),
  ),
  ...([null, ['open']] as const).flatMap((value) =>
    (['status', 'priority'] as const).map((member) =>
      write(
        'EP-10',
        `${JSON.stringify(value)} is accepted as the ${member}`,
        around(
          'update',
          (before) => (issueOf, body) =>
            before(issueOf, isLike(body[member], value) ? { ...body, [member]: undefined } : body),
        ),
      ),
    ),
  ),
  write(
    'EP-10',
    'the valid priority of a rejected change is set',
    first((issue, body, s) => {
      if (unknown(s, body, 'status') && s.priorities.includes(body.priority))
        s.change(issue, { priority: body.priority });
    }),
  ),
  ...([null, []] as const).map((value) =>
    write(
      'EP-12',
      `${value === null ? 'null' : 'a list'} is accepted as the text`,
      comments((body) => (isLike(body.content, value) ? { content: '?' } : body)),
    ),
  ),
  write(
    'EP-12',
    'the comment is kept with another issue, too',
    around('addComment', (before, s) => (issueOf, body, credential) => {
      const response = before(issueOf, body, credential);
      for (const other of s.data.projects[0]?.issues ?? [])
        if (other !== issueOf()) other.comments.push(...issueOf().comments.slice(-1));
      return response;
    }),
  ),
  ...besides,
  write('EP-9', 'the list shows the issue before the change', (s) => {
    const before = new Map<number, object>();
    first(({ number, status, priority }) => {
      if (!before.has(number)) before.set(number, { status, priority });
    })(s);
    around('itemJson', (item) => (issue) => ({ ...item(issue), ...before.get(issue.number) }))(s);
  }),
  write('STA-4', '`updatedAt` moves in the response, and not in the issue', (s) => {
    const before = new Map<number, number>();
    first(({ number, updatedAt }) => {
      if (!before.has(number)) before.set(number, updatedAt);
    })(s);
    result('updatedJson', (updated) => ({ ...updated, updatedAt: s.stamp(s.now()) }))(s);
    around('issueJson', (detail) => (issue) => ({
      ...detail(issue),
      updatedAt: s.stamp(before.get(issue.number) ?? issue.updatedAt),
    }))(s);
  }),
];
