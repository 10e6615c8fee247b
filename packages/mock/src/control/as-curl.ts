import type { Entry } from '../log/entry.ts';
import type { Service } from '../state.ts';

/**
 * Returns a logged request as one `curl` command, with its unmasked credential. A credential that the mock doesn't have may be a real
 * one: a wrong one replaces it.
 *
 * @param url The base URL for clients.
 *
 * @throws TypeError if the log has dropped parts of the request.
 */
export function asCurl(request: Entry, { store }: Service, url: string): string {
  const { number, credential, bodyKept, isForgotten } = request;
  if (isForgotten) throw new TypeError(`Request ${number} can't be copied. The log has dropped its headers.`);
  if (bodyKept)
    throw new TypeError(
      `Request ${number} can't be copied. The log does not have its whole body: it is longer than 64 KiB, or did not arrive completely.`,
    );
  const { method, path, search } = request.view();
  const { contentType, authorization, body } = request.sent();
  const target = encodeURI(path + (search && `?${search}`)).replaceAll('%25', '%');
  const bearer = `Bearer ${credential && store.credential(credential) ? credential : 'svc_wrong'}`;
  const hasContent = body !== undefined || contentType !== undefined;
  return [
    `curl ${method === 'HEAD' ? '--head' : `-i -X ${method}`} --globoff --path-as-is ${quoted(url + target)}`,
    authorization && `-H ${quoted(`Authorization: ${credential === undefined ? 'Basic wrong' : bearer}`)}`,
    // By default, curl would send a content type of its own.
    hasContent && `-H ${quoted(contentType === undefined ? 'Content-Type:' : `Content-Type: ${contentType}`)}`,
    body !== undefined && `--data-raw ${quoted(body)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns a text as one quoted word for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
