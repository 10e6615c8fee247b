import type { ErrorDetail } from '@issue-tracking/model';

/** Headers of a client or a call. A header that is `undefined` is left out. */
export type HeaderOptions = Record<string, string | undefined>;

const setByClient = /^(authorization|content-type)$/;
/** With a wrong `content-length`, a request would never end in Node. A page's `fetch` would leave each of these out. */
const setByPlatform = /^(content-length|expect|host|keep-alive|transfer-encoding|upgrade)$/;

/**
 * Returns why headers can't be sent. Never quotes a value, which may be a secret: the platform's message would. The platform
 * would send a value that is no text as text, such as `undefined`.
 */
export function headersProblem(headers: unknown): string | readonly ErrorDetail[] | undefined {
  if (headers === undefined) return undefined;
  const invalid = 'must be valid header names and values';
  if (typeof headers !== 'object' || headers === null) return invalid;
  for (const [name, value] of entriesOf(headers)) {
    if (value === undefined) continue;
    if (typeof value !== 'string') return [{ field: name, message: 'must be text, or undefined to leave it out' }];
    if (!isSendable(name, value)) return invalid;
    const field = name.toLowerCase();
    const owner = setByClient.test(field) ? 'client' : setByPlatform.test(field) && 'platform';
    if (owner) return [{ field, message: `is set by the ${owner}` }];
  }
  return undefined;
}

/** Returns headers with these added, by lower-case names. One that is `undefined` is dropped. */
export function withHeaders(base: Record<string, string>, headers: object | undefined): Record<string, string> {
  if (headers === undefined) return base;
  const all = { ...base };
  const own = new Headers();
  for (const [name, value] of entriesOf(headers)) {
    if (value === undefined) delete all[name.toLowerCase()];
    else own.append(name, value);
  }
  own.forEach((value, name) => {
    all[name] = value;
  });
  return all;
}

/** Headers may also be a list of pairs, or an object of the platform's class. */
function entriesOf(headers: object): [string, string | undefined][] {
  return Symbol.iterator in headers ? [...(headers as Headers)] : Object.entries(headers);
}

function isSendable(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}
