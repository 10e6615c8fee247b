import type { Fault } from '../../service/faults/fault.ts';
import type { LoggedRequest } from '../../service/request-log/logged-request.ts';
import type { RequestEntry } from '../../service/request-log/request-entry.ts';
import type { Service } from '../../service/service.ts';
import { type FoundCredential, findByValue } from '../credentials.ts';

/** A request in the log, as its copies need it. */
export interface CopiedRequest {
  readonly entry: RequestEntry;
  /** With the query, in characters that an address may have. */
  readonly target: string;
  readonly contentType: string | undefined;
  /** As it was sent; `undefined` for none. */
  readonly body: string | undefined;
  /** Path parameters, undecoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly rate: LoggedRequest['rate'];
  /** The credential that it came with, where the mock still has it in force. */
  readonly credential: FoundCredential | undefined;
  /** What stands in for a credential that the mock does not have; `undefined` where no header was sent. */
  readonly wrong: string | undefined;
  /** The faults that decided its end, as they would be added. */
  readonly faults: readonly Fault[];
  /** The end itself, as a fault that brings it about whatever the mock holds. */
  readonly asFault: Fault;
}

/** What of a response tells a client how to go on. */
const telling = ['retry-after', 'www-authenticate', 'allow'];

/** What its copies are made of; a text, for people, where the log has too little for one. */
export function copiedRequest(request: LoggedRequest, service: Service): CopiedRequest | string {
  if (request.isForgotten) return 'The log has no room for its headers any more.';
  if (request.bodyKept)
    return 'The log does not have all of its body: it is longer than 64 KiB, or did not come whole.';
  if (request.endedAt === undefined) return 'It has not come to an end.';
  const entry = request.view();
  const { contentType, authorization, body } = request.sent();
  const found = request.credential === undefined ? undefined : findByValue(service, request.credential);
  const { status, response, responseKept } = entry;
  const headers = Object.fromEntries(
    Object.entries(request.shownResponseHeaders()).filter(([name]) => telling.includes(name)),
  );
  return {
    entry,
    target: encodeURI(entry.path + (entry.search && `?${entry.search}`)).replaceAll('%25', '%'),
    contentType,
    body,
    params: request.params,
    rate: request.rate,
    credential: found?.record.revoked ? undefined : found,
    wrong:
      authorization === undefined ? undefined : request.credential === undefined ? 'Basic wrong' : 'Bearer svc_wrong',
    faults: request.faults.map(asAdded).filter((fault) => Object.keys(fault).some((name) => name !== 'when')),
    asFault: {
      when: 'arrival',
      path: entry.path,
      ...(status === undefined
        ? { drop: true }
        : {
            status,
            ...(Object.keys(headers).length > 0 && { headers }),
            ...(response !== undefined && !responseKept && { body: response }),
          }),
    },
  };
}

/** How it ended and not how long that took. */
function asAdded({ when, status, headers, body, drop, truncate }: LoggedRequest['faults'][number]): Fault {
  return {
    ...(when && { when }),
    ...(status !== undefined && { status }),
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
    ...(drop && { drop }),
    ...(truncate !== undefined && { truncate }),
  };
}
