import {
  captured,
  capturedLists,
  capturedNames,
  commentSchema,
  type EndpointName,
  endpointOfPart,
  endpoints,
  issueListItemSchema,
  issueSchema,
  metadataSummarySchema,
  projectSchema,
} from '@issue-tracking/model';
import type * as z from 'zod/mini';
import type { Json } from '../../../../tools/spec-service/wire.ts';
import { shapes } from '../../src/compare/every-response.ts';
import { type Breaks, ends, result, successes, type Table } from './broken-service.ts';

type Change = (entry: Json) => Json;

/** Changes each entry of a list, or the object in place of one. */
const entriesOf = (segment: string) => (change: Change) =>
  successes(ends(segment), (json) => {
    json.data = Array.isArray(json.data) ? json.data.map(change) : json.data && change(json.data);
  });
const of = (name: 'projectJson' | 'itemJson' | 'issueJson' | 'summaryJson') => (change: Change) => result(name, change);

const namesOf = (schema: object) => Object.keys((schema as z.ZodMiniObject).def.shape);

/** A value of another type. */
function wrong(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' && value !== null ? 'text' : 7;
}

/** Gives each field another type once, and omits one that is always there. */
function broken(
  what: string,
  endpoint: EndpointName,
  schema: object,
  change: (change: Change) => Breaks,
  lost = '',
): Table {
  const names = namesOf(schema);
  const omits = change((entry) => Object.fromEntries(Object.entries(entry).filter(([name]) => name !== lost)));
  return {
    [shapes[endpoint][0]]: {
      ...Object.fromEntries(
        names.map((name) => [
          `${what} have a wrong \`${name}\``,
          change((entry) => ({ ...entry, [name]: wrong(entry[name]) })),
        ]),
      ),
      ...(lost && { [`${what} have no \`${lost}\``]: omits }),
    },
  };
}

/** The total and the form of a list. */
const lists = Object.entries(endpoints)
  .map(([endpoint, { path }]) => ({ endpoint: endpoint as EndpointName, segment: path.split('/').at(-1) ?? '' }))
  .filter(({ endpoint }) => /list$/.test(endpoint) || capturedLists.some((name) => endpointOfPart(name) === endpoint))
  .map(({ endpoint, segment }) => ({
    [shapes[endpoint][1]]: {
      [`the total of ${segment} is a text`]: successes(ends(segment), (json) =>
        Object.assign(json, { total: String(json.total) }),
      ),
      [`the total of ${segment} is one too many`]: successes(ends(segment), (json) => json.total++),
      [`${segment} are an object`]: successes(ends(segment), (json) => Object.assign(json, { data: { ...json.data } })),
    },
  }));

export const fields: readonly Table[] = [
  broken('projects', 'projects.list', projectSchema, of('projectJson'), 'slug'),
  broken('issues of the list', 'issues.list', issueListItemSchema, of('itemJson'), 'title'),
  broken('issues', 'issues.get', issueSchema, of('issueJson'), 'metadataSummary'),
  broken('summaries', 'issues.get', metadataSummarySchema, of('summaryJson'), 'jsErrorCount'),
  broken('comments', 'issues.comments.list', commentSchema, entriesOf('comments'), 'content'),
  ...capturedNames.map((name) => {
    const { segment, entry, many } = captured[name];
    return broken(segment, endpointOfPart(name), entry, entriesOf(segment), many ? namesOf(entry)[0] : '');
  }),
  ...lists,
];
