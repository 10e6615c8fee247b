import { redact } from '../log/redaction.ts';
import type { RecordKind } from '../records/records.ts';
import { credentialId } from './credentials.ts';

/** A record in responses of the control API. */
export interface ShownRecord {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** Copies a record. Keys and tokens are masked and get ids that don't reveal them, because addresses are logged. */
export function shownRecord(kind: RecordKind, record: object): ShownRecord {
  const { key, token, ...rest }: { key?: string; token?: string } = record;
  if (kind === 'apiKeys' && key !== undefined) return { ...rest, id: credentialId(key), key: redact(key) };
  if (kind === 'accessTokens' && token !== undefined) return { ...rest, id: credentialId(token), token: redact(token) };
  // The cast is safe because all other kinds have an id.
  return { ...record } as ShownRecord;
}
