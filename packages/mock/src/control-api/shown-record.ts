import type { RecordKind } from '../data/store/records.ts';
import { redact } from '../service/request-log/redact.ts';
import { credentialId } from './credentials.ts';

/** A record as the control API shows it. */
export interface ShownRecord {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** A copy of a record. Of keys and tokens, what stands in for them: an id in an address is seen by many. */
export function shownRecord(kind: RecordKind, record: object): ShownRecord {
  const { key, token, ...rest }: { key?: string; token?: string } = record;
  if (kind === 'apiKeys' && key !== undefined) return { ...rest, id: credentialId(key), key: redact(key) };
  if (kind === 'accessTokens' && token !== undefined) return { ...rest, id: credentialId(token), token: redact(token) };
  // Every other kind has an id.
  return { ...record } as ShownRecord;
}
