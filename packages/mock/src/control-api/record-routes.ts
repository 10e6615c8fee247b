import { exactEnum } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { HttpError } from '../platform/http/http-error.ts';
import { object, text } from '../platform/input/schemas.ts';
import { checkNames } from '../records/check-changes.ts';
import type { Collection } from '../records/collections.ts';
import { issueKey, kinds, placements } from '../records/placements.ts';
import { newSchema } from '../records/record-schemas.ts';
import type { NewRecords, RecordKind, RecordsByKind } from '../records/records.ts';
import { parseData } from '../records/world-error.ts';
import { credentialsOf, findCredential, lockoutsOf, showCredential } from './credentials.ts';
import { byId, wholeNumberInText } from './inputs.ts';
import { type ControlContext, type JsonRoute, route } from './route.ts';
import { type ShownRecord, shownRecord } from './shown-record.ts';

const collection = exactEnum(kinds);
const inCollection = object({ collection });
const jsonObject = z.record(z.string(), z.unknown(), 'must be an object');
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

/** Routes that read and change records, as `mock.world` does. Keys and tokens are masked and have generated ids. */
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
      { mock, internals },
      { params: { collection: kind }, query: { page: number = 1, limit = 20, q = '', ...wanted } },
    ): RecordPage<ShownRecord> => {
      const wantedText = q.toLowerCase();
      checkNames(
        kind,
        Object.keys(wanted).filter((name) => name !== 'id'),
        internals.service.store,
      );
      const found = collectionOf(mock.world, kind)
        .find()
        .map((record) => shownRecord(kind, record))
        .filter((shown) => hasMembers(shown, wanted))
        .filter((shown) => wantedText === '' || JSON.stringify(shown).toLowerCase().includes(wantedText));
      return {
        data: found.slice((number - 1) * limit, number * limit),
        total: found.length,
        page: number,
        totalPages: Math.ceil(found.length / limit),
      };
    },
  ),
  route(
    'POST',
    'records/{collection}',
    'Create a record. Only a reference to its parent is required; a list such as comments creates more below it',
    { params: inCollection, input: jsonObject },
    // The response has the whole key or token: nobody else knows it.
    ({ mock }, { params: { collection: kind }, body }) =>
      collectionOf(mock.world, kind).create(parseData(newSchema(kind), body as never, placements[kind].noun)),
  ),
  route(
    'GET',
    'records/{collection}/{id}',
    'One record, by its id; an issue also by projectId/issueNumber, with the slash as %2F',
    { params: oneRecord },
    (context, { params }) => shownRecord(params.collection, find(context, params.collection, params.id)),
  ),
  route(
    'PATCH',
    'records/{collection}/{id}',
    'Change members of a record, as users do: set verified or closed, scopes, organizations, or revoked',
    { params: oneRecord, input: jsonObject },
    (context, { params: { collection: kind, id }, body }) => {
      const record = find(context, kind, id);
      const [changed] = collectionOf(context.mock.world, kind).update((other) => other === record, body);
      return shownRecord(kind, changed ?? record);
    },
  ),
  route(
    'DELETE',
    'records/{collection}/{id}',
    'Delete a record and its dependents',
    { params: oneRecord },
    (context, { params: { collection: kind, id } }) => {
      const record = find(context, kind, id);
      if (kind === 'organizations') rejectMembers(context, (record as RecordsByKind['organizations']).slug);
      collectionOf(context.mock.world, kind).delete((other) => other === record);
      return {};
    },
  ),
  route(
    'GET',
    'credentials',
    'API keys and access tokens, masked, with their windows and lockouts',
    {},
    ({ internals }) => [...credentialsOf(internals.service)].map((each) => showCredential(internals.service, each)),
  ),
  route(
    'GET',
    'credentials/{id}',
    'One credential, with its complete value as secret',
    { params: byId },
    ({ internals: { service } }, { params }) => {
      const found = findCredential(service, params.id);
      return { ...showCredential(service, found), secret: found.value };
    },
  ),
  route(
    'GET',
    'lockouts',
    'Sources of failed authentications: a client’s address, or the presented credential, named or masked',
    {},
    ({ internals }) => lockoutsOf(internals.service),
  ),
];

/** A collection whose kind is only known at run time. */
interface AnyCollection<K extends RecordKind> extends Pick<Collection<RecordsByKind[K], NewRecords[K]>, 'create'> {
  find(): RecordsByKind[K][];
  update(where: (record: RecordsByKind[K]) => boolean, changes: object): RecordsByKind[K][];
  delete(where: (record: RecordsByKind[K]) => boolean): RecordsByKind[K][];
}

function collectionOf<K extends RecordKind>(world: ControlContext['mock']['world'], kind: K): AnyCollection<K> {
  return world[kind] as object as AnyCollection<K>;
}

/** @throws HttpError */
function find<K extends RecordKind>({ mock }: ControlContext, kind: K, id: string): RecordsByKind[K] {
  const found = collectionOf(mock.world, kind)
    .find()
    // A pulled issue may have a number as its id, or none.
    .find(
      (record) =>
        String(shownRecord(kind, record).id) === id || (kind === 'issues' && issueKey(record as never) === id),
    );
  if (!found) throw new HttpError(404, `There is no ${id} in ${kind}`);
  return found;
}

/** Whether members have the values, compared as text. A list matches by any of its items. */
function hasMembers(record: object, wanted: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    const found: unknown = Reflect.get(record, name);
    return Array.isArray(found) ? found.some((item) => String(item) === value) : String(found) === value;
  });
}

/** @throws HttpError 409 if a user belongs to an organization. */
function rejectMembers({ mock }: ControlContext, slug: string): void {
  const [member] = mock.world.users.find(({ organizations }) => organizations.includes(slug));
  if (!member) return;
  throw new HttpError(409, `User ${member.id} belongs to ${slug}: remove it from the user's organizations first`);
}
