import { ErrorResponse, type Json } from '../../../tools/spec-service/wire.ts';
import { around, type Breaks, ends, result, successes } from './broken-services/broken-service.ts';
import { choices } from './choices.ts';

/** A way in which a service fills a gap of the specification. */
export interface Deviation {
  readonly how: string;
  /** The value of the behavior option with which the mock does the same; omitted if it can't. */
  readonly value?: unknown;
  /** Makes the spec service behave so. */
  readonly breaks: Breaks;
}

/** The way of the unchanged spec service. */
const unchanged = (value: unknown): Deviation => ({ how: 'unchanged', value, breaks: () => {} });

/** The way of one of the {@link choices}. */
function choice(how: string, value?: unknown): Deviation {
  const breaks = choices[how];
  if (!breaks) throw new Error(`There is no choice "${how}"`);
  return { how, breaks, ...(value !== undefined && { value }) };
}

/** The ways for each behavior option. All but the first deviate from the spec service's own. */
export const deviations: Readonly<Record<string, readonly Deviation[]>> = {
  issueOrder: [
    unchanged('newest'),
    choice('oldest first', 'oldest'),
    choice('last changed first', 'updated'),
    choice('by title'),
    {
      how: 'by priority',
      breaks: (s) => {
        s.order = (a, b) => a.priority.localeCompare(b.priority) || b.number - a.number;
      },
    },
  ],
  commentOrder: [
    unchanged('oldest'),
    { how: 'newest first', value: 'newest', breaks: comments((list) => list.toReversed()) },
    { how: 'in no order', breaks: comments((list) => list.toSorted((a, b) => hash(a) - hash(b))) },
  ],
  commentStatus: [unchanged(201), choice('a comment is a 200', 200)],
  projectsTotal: [unchanged(true), choice('projects come without a total', false)],
  listItem: [
    unchanged('labels'),
    choice('list items have a reporter', 'reporter'),
    choice('list items have both sets', 'both'),
  ],
  search: [
    unchanged('substring'),
    choice('q finds every word', 'words'),
    choice('q with wildcards', 'like'),
    {
      how: 'q finds only titles',
      breaks: (s) => {
        s.filters['q'] = ({ title }, value) => s.finds(title, value);
      },
    },
    choice('q finds whole words'),
    choice('q is case-sensitive'),
  ],
  unknownMembers: [unchanged('ignore'), choice('unknown members of an update are rejected', 'reject')],
  unknownParameters: [unchanged('ignore'), choice('unknown parameters are a 400', 'reject')],
  pagePastEnd: [
    unchanged('empty'),
    choice('a page past the end is a 404', 404),
    choice('a page past the end is a 400', 400),
  ],
  absentValues: [
    unchanged('empty'),
    choice('absent values are null', 'null'),
    choice('absent values are omitted', 'omitted'),
    {
      how: 'some null, some omitted',
      breaks: result('issueJson', ({ assigneeName, ...issue }) => ({
        ...Object.fromEntries(Object.entries(issue).filter(([, value]) => value !== '')),
        assigneeName: assigneeName === '' ? null : assigneeName,
      })),
    },
  ],
  statusRejection: [
    unchanged({ status: 403 }),
    choice('verified and closed are a 409', { status: 409, error: 'Not through the API' }),
    {
      how: 'a 422 whose text names the status',
      value: { status: 422 },
      breaks: rejected((status) => new ErrorResponse(422, { error: `${status} is for users` })),
    },
    choice('verified and closed are a 400 with details', { status: 400, details: true }),
    {
      how: 'differently for each',
      breaks: rejected((status) => new ErrorResponse(status === 'closed' ? 409 : 403, { error: 'No' })),
    },
  ],
};

/** Changes every list of comments. */
function comments(change: (list: Json[]) => Json[]): Breaks {
  return successes(ends('comments'), (json) => {
    json.data = change(json.data);
  });
}

/** Returns a number that depends on all of a comment, so that it orders comments unlike their times. */
function hash(comment: Json): number {
  return [...JSON.stringify(comment)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_991, 7);
}

/** Changes the error for a status that the API can't set. */
function rejected(error: (status: string) => ErrorResponse): Breaks {
  return around('rejectedStatus', () => error);
}
