import { isJsonObject, mapStrings } from '../platform/json.ts';
import { EndedEarly, UnusableResponse } from './ended-early.ts';
import type { ServiceClient } from './service-client.ts';

/** A success, its JSON without the credential. */
export interface Success {
  readonly json: unknown;
}

/**
 * Reads a JSON object.
 *
 * @throws UnusableResponse if the service keeps sending anything else, EndedEarly
 */
export async function readJson(service: ServiceClient, path: string): Promise<Success> {
  const { status, text, json } = await service.read({ path });
  const what = `GET ${path} returned ${status}`;
  if (status === 403)
    throw new EndedEarly(`${what}: the credential lacks a scope: projects:read and issues:read are needed`);
  if (status !== 200) throw new UnusableResponse(`${what} ${service.redact(text).slice(0, 100)}`, status);
  if (!isJsonObject(json)) throw new UnusableResponse(`${what}, expected a JSON object`, status);
  return { json: mapStrings(json, service.hideCredential) };
}
