import type { Entry } from '../../log/entry.ts';
import type { RequestEntry } from '../../log/request-entry.ts';
import type { Service } from '../../state.ts';

/** The parts of a logged request that its copies need. */
export interface CopiedRequest {
  readonly entry: RequestEntry;
  /** Path and query, URL-encoded. */
  readonly target: string;
  readonly contentType: string | undefined;
  /** `undefined` for no header. A credential that the mock doesn't have may be a real one: a wrong one replaces it. */
  readonly authorization: string | undefined;
  readonly body: string | undefined;
  /** Path parameters, undecoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the parts of a request's copies; a message for users if the log has dropped some of them. */
export function copiedRequest(request: Entry, service: Service): CopiedRequest | string {
  if (request.isForgotten) return 'The log has dropped its headers.';
  if (request.bodyKept)
    return 'The log does not have its whole body: it is longer than 64 KiB, or did not arrive completely.';
  const entry = request.view();
  const { contentType, authorization, body } = request.sent();
  const target = encodeURI(entry.path + (entry.search && `?${entry.search}`)).replaceAll('%25', '%');
  return {
    entry,
    target,
    contentType,
    authorization: authorization && authorizationOf(request.credential, service),
    body,
    params: request.params,
  };
}

function authorizationOf(credential: string | undefined, service: Service): string {
  if (credential === undefined) return 'Basic wrong';
  return `Bearer ${service.store.credential(credential) ? credential : 'svc_wrong'}`;
}
