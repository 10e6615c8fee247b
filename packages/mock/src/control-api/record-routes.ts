import { exactEnum } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { issueKey } from '../data/store/directory.ts';
import { kinds } from '../data/store/record-kinds.ts';
import { type RecordKind, type RecordsByKind, recordSchemas } from '../data/store/records.ts';
import { stateChanges } from '../data/store/writes.ts';
import { HttpError } from '../platform/http/http-error.ts';
import { didYouMean } from '../platform/input/did-you-mean.ts';
import { InputError } from '../platform/input/input-error.ts';
import { problem } from '../platform/input/problems.ts';
import { object, text } from '../platform/input/schemas.ts';
import type { MockService } from '../service/service.ts';
import { wholeNumberInText } from './inputs.ts';
import { type JsonRoute, route } from './route.ts';
import { type ShownRecord, shownRecord } from './shown-record.ts';

const collection = exactEnum(kinds);
const inCollection = object({ collection });
const jsonObject = z.record(z.string(), z.unknown());
const oneRecord = object({ collection, id: text });

const mostOnPage = 1000;
const page = z.catchall(
  z.object({
    page: z.optional(wholeNumberInText(1)),
    limit: z.optional(wholeNumberInText(1, mostOnPage)),
    q: z.optional(text),
  }),
  text,
);

/** A page of records. */
export interface RecordPage<Item> {
  readonly data: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly totalPages: number;
}

/** Routes that read and change records. Keys and tokens are masked and have generated ids. */
export const recordRoutes: readonly JsonRoute[] = [
  route('GET', 'records', 'The collections of records, with the number of records in each', {}, ({ internals }) =>
    kinds.map((name) => ({ name, count: [...internals.service.store.all(name)].length })),
  ),
  route(
    'GET',
    'records/{collection}',
    'A page of records: those that contain the text q, and have the members that the query names, such as status=open',
    { params: inCollection, query: page },
    (
      { internals },
      { params, query: { page: number = 1, limit = 20, q = '', ...wanted } },
    ): RecordPage<ShownRecord> => {
      const wantedText = q.toLowerCase();
      const all = allOf(internals.service, params.collection);
      checkNames(params.collection, all, wanted);
      const found = all
        .filter(({ shown }) => hasMembers(shown, wanted))
        .filter(({ shown }) => wantedText === '' || JSON.stringify(shown).toLowerCase().includes(wantedText));
      return {
        data: found.slice((number - 1) * limit, number * limit).map(({ shown }) => shown),
        total: found.length,
        page: number,
        totalPages: Math.ceil(found.length / limit),
      };
    },
  ),
  route(
    'GET',
    'records/{collection}/{id}',
    'One record, by its id; an issue also by projectId/issueNumber, with the slash as %2F',
    { params: oneRecord },
    ({ internals }, { params }) => find(internals.service, params.collection, params.id).shown,
  ),
  route(
    'PATCH',
    'records/{collection}/{id}',
    'Change members of a record, which the service can’t do; changing the status or priority of an issue changes updatedAt too',
    { params: oneRecord, input: jsonObject },
    ({ internals }, { params, body }) => {
      change(internals.service, params.collection, params.id, body);
      return find(internals.service, params.collection, params.id).shown;
    },
  ),
  route(
    'DELETE',
    'records/{collection}/{id}',
    'Delete a record and its dependents',
    { params: oneRecord },
    ({ internals }, { params }) => {
      remove(internals.service, params.collection, params.id);
      return {};
    },
  ),
];

/** A record, and its masked copy. */
interface FoundRecord<K extends RecordKind> {
  readonly record: RecordsByKind[K];
  readonly shown: ShownRecord;
}

function allOf<K extends RecordKind>({ store }: MockService, kind: K): FoundRecord<K>[] {
  return [...store.all(kind)].map((record) => ({ record, shown: shownRecord(kind, record) }));
}

/** @throws HttpError */
function find<K extends RecordKind>(service: MockService, kind: K, id: string): FoundRecord<K> {
  // A pulled issue may have a number as its id, or none.
  const isIt = ({ record, shown }: FoundRecord<K>) =>
    String(shown.id) === id || ('issueNumber' in record && kind === 'issues' && issueKey(record) === id);
  const found = allOf(service, kind).find(isIt);
  if (!found) throw new HttpError(404, `There is no ${id} in ${kind}`);
  return found;
}

/** Rejects a filter by unknown members: a misspelt one would find nothing. @throws InputError */
function checkNames(kind: RecordKind, all: readonly FoundRecord<RecordKind>[], wanted: object): void {
  const names = new Set([...Object.keys(membersOf(kind)), ...all.flatMap(({ shown }) => Object.keys(shown))]);
  const unknown = Object.keys(wanted).filter((name) => names.size > 0 && !names.has(name));
  const problems = unknown.map((path) => ({ path, message: notAMember(kind, path, [...names]) }));
  if (problems.length > 0) throw new InputError(problems.map(({ message }) => message).join('\n'), problems);
}

function notAMember(kind: RecordKind, name: string, names: readonly string[]): string {
  return `is not a member of a record of ${kind}; ${didYouMean(name, names)}`;
}

/** Whether members have the values, compared as text. A list matches by any of its items. */
function hasMembers(record: object, wanted: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    const found: unknown = Reflect.get(record, name);
    return Array.isArray(found) ? found.some((item) => String(item) === value) : String(found) === value;
  });
}

/** @throws InputError for invalid members; TypeError for members that identify the record. */
function change<K extends RecordKind>(
  service: MockService,
  kind: K,
  id: string,
  changes: Record<string, unknown>,
): void {
  const { record } = find(service, kind, id);
  checkMembers(kind, record, changes);
  if (kind === 'users') checkOrganizations(service, changes['organizations']);
  // `checkMembers` has validated the changes.
  const checked = changes as Partial<RecordsByKind[K]>;
  service.store.change(kind, record, { ...moved(service, record, changes), ...checked });
}

function membersOf(kind: RecordKind): object {
  const schema = recordSchemas[kind];
  return schema instanceof z.ZodMiniObject ? schema.def.shape : {};
}

function checkMembers<K extends RecordKind>(kind: K, record: RecordsByKind[K], changes: Record<string, unknown>): void {
  for (const name of Object.keys(changes)) {
    // Pulled records may lack members of v1.
    if (Object.hasOwn(record, name) || Object.hasOwn(membersOf(kind), name)) continue;
    const message = notAMember(kind, name, Object.keys({ ...membersOf(kind), ...record }));
    throw new InputError(message, [{ path: name, message }]);
  }
  const { error } = recordSchemas[kind].safeParse({ ...record, ...changes });
  // Unchanged members of pulled data may stay invalid.
  const issues = error?.issues.filter(({ path: [member = ''] }) => Object.hasOwn(changes, member)) ?? [];
  const problems = issues.map((issue) => problem(issue.path, expected(issue), changes[String(issue.path[0])]));
  if (problems.length > 0) throw new InputError(problems.map(({ message }) => message).join('\n'), problems);
}

/** Returns a message for an issue: the schemas of records have none of their own. */
function expected(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' ? `must be a ${issue.expected}` : issue.message;
}

function checkOrganizations({ store }: MockService, slugs: unknown): void {
  if (!Array.isArray(slugs)) return;
  const unknown = slugs.find((slug) => !store.directory.slugs.has(slug));
  if (unknown === undefined) return;
  const message = `must be slugs of organizations, and there is no ${unknown}`;
  throw new InputError(message, [{ path: 'organizations', message }]);
}

/** Returns the new `updatedAt` of an issue whose status or priority changes. */
function moved({ clock }: MockService, record: RecordsByKind[RecordKind], changes: Record<string, unknown>): object {
  if (!('issueNumber' in record && 'status' in record)) return {};
  if (!('status' in changes || 'priority' in changes)) return {};
  return { updatedAt: stateChanges(record, {}, clock.now()).updatedAt };
}

/** @throws HttpError 409 if another record refers to this one. */
function remove<K extends RecordKind>(service: MockService, kind: K, id: string): void {
  const { record } = find(service, kind, id);
  if ('slug' in record && kind === 'organizations') {
    const member = [...service.store.all('users')].find((user) => user.organizations.includes(record.slug));
    if (member)
      throw new HttpError(
        409,
        `User ${member.id} belongs to ${record.slug}: remove it from the user's organizations first`,
      );
  }
  service.store.remove(kind, record);
}
