import type { LoggedRequest } from '../../service/request-log/logged-request.ts';
import type { RequestEntry } from '../../service/request-log/request-entry.ts';
import type { MockService } from '../../service/service.ts';
import { findByValue } from '../credentials.ts';

/** A request in the log, as its copies need it. */
export interface CopiedRequest {
  readonly entry: RequestEntry;
  /** Path and query, in characters that an address may have. */
  readonly target: string;
  readonly contentType: string | undefined;
  /** `undefined` for no header. A credential that the mock doesn't have is a secret: a wrong one stands in for it. */
  readonly authorization: string | undefined;
  /** `undefined` for none. */
  readonly body: string | undefined;
  /** Path parameters, undecoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the parts of a request's copies; a text for users where the log has too little. */
export function copiedRequest(request: LoggedRequest, service: MockService): CopiedRequest | string {
  if (request.isForgotten) return 'The log has no room for its headers any more.';
  if (request.bodyKept)
    return 'The log does not have all of its body: it is longer than 64 KiB, or did not come whole.';
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

function authorizationOf(credential: string | undefined, service: MockService): string {
  if (credential === undefined) return 'Basic wrong';
  const found = findByValue(service, credential);
  return `Bearer ${found ? found.value : 'svc_wrong'}`;
}
