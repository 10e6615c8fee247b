import type { CopiedRequest } from './copied-request.ts';

/** Returns a request as one `curl` command, with the unmasked credential. */
export function asCurl(
  { entry: { method }, authorization, contentType, body, target }: CopiedRequest,
  url: string,
): string {
  const hasContent = body !== undefined || contentType !== undefined;
  return [
    `curl ${method === 'HEAD' ? '--head' : `-i -X ${method}`} --globoff --path-as-is ${quoted(url + target)}`,
    ...(authorization === undefined ? [] : [`-H ${quoted(`Authorization: ${authorization}`)}`]),
    // By default, curl would send a content type of its own.
    ...(hasContent
      ? [`-H ${quoted(contentType === undefined ? 'Content-Type:' : `Content-Type: ${contentType}`)}`]
      : []),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' ');
}

/** Returns a text as one quoted word for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
