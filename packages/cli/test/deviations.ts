import { ErrorResponse, type Json } from '../../../tools/spec-service/wire.ts';
import { type Breaks, responses, result } from './broken-services/broken-service.ts';
import { choices } from './choices.ts';

/** One way to fill a gap of the specification. */
export interface Deviation {
  readonly how: string;
  /** The matching choice of the mock's behavior option; omitted if there is none. */
  readonly value?: unknown;
  readonly breaks: Breaks;
}

/** The behavior of the service by itself. */
const byDefault = (value: unknown): Deviation => ({ how: 'by default', value, breaks: () => {} });

/** One of the {@link choices}, with the value of the option that it is. */
function choice(how: string, value?: unknown): Deviation {
  const breaks = choices[how];
  if (!breaks) throw new Error(`There is no choice "${how}"`);
  return { how, breaks, ...(value !== undefined && { value }) };
}

/** Deviations by behavior option. */
export const deviations: Readonly<Record<string, readonly Deviation[]>> = {
  issueOrder: [
    byDefault('newest'),
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
    byDefault('oldest'),
    { how: 'newest first', value: 'newest', breaks: comments((list) => list.toReversed()) },
    { how: 'by text', breaks: comments((list) => list.toSorted((a, b) => hash(a) - hash(b))) },
  ],
  commentStatus: [byDefault(201), choice('a comment is a 200', 200)],
  projectsTotal: [byDefault(true), choice('projects come without a total', false)],
  listItem: [
    byDefault('labels'),
    choice('list items have a reporter', 'reporter'),
    choice('list items have both sets', 'both'),
  ],
  search: [
    byDefault('substring'),
    choice('q finds every word', 'words'),
    choice('q with wildcards', 'like'),
    {
      how: 'titles alone',
      breaks: (s) => {
        s.filters['q'] = ({ title }, value) => s.finds(title, value);
      },
    },
    choice('q finds whole words'),
    choice('q is case-sensitive'),
  ],
  unknownMembers: [byDefault('ignore'), choice('unknown members of an update are rejected', 'reject')],
  unknownParameters: [byDefault('ignore'), choice('unknown parameters are a 400', 'reject')],
  pagePastEnd: [
    byDefault('empty'),
    choice('a page past the end is a 404', 404),
    choice('a page past the end is a 400', 400),
  ],
  absentValues: [
    byDefault('empty'),
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
    byDefault({ status: 403 }),
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
  return responses(
    ({ path, method }, { status }) => method === 'GET' && status === 200 && path.endsWith('/comments'),
    ({ json }) => {
      json.data = change(json.data);
    },
  );
}

/** A number for an order of comments that is none of their times. */
function hash(comment: Json): number {
  return [...JSON.stringify(comment)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_991, 7);
}

function rejected(change: (status: string) => ErrorResponse): Breaks {
  return (s) => void Object.assign(s, { rejectedStatus: change });
}
