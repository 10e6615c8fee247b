import { isObject } from './compare.ts';

/** The body of a response: the JSON it holds (GEN-2), or why it holds none. */
export type ResponseBody =
  | { readonly json: unknown; readonly problem?: undefined }
  | {
      readonly json?: undefined;
      /** `cut off`: it begins as an object or a list, and isn't one. */
      readonly problem: 'empty' | 'too large' | 'HTML' | 'cut off' | 'not JSON';
    };

/** The members of a body that is an object; none of anything else. */
export function membersOf({ json }: ResponseBody): Readonly<Record<string, unknown>> {
  return isObject(json) ? json : {};
}

/** Reads the text of a body; `undefined` is one that was too large to be read. */
export function readJson(text: string | undefined): ResponseBody {
  if (text === undefined) return { problem: 'too large' };
  // enforces GEN-2
  try {
    return { json: JSON.parse(text) };
  } catch {
    // The platform's message would quote the body.
    return { problem: formOf(text) };
  }
}

function formOf(text: string) {
  switch (text.trimStart()[0]) {
    case undefined:
      return 'empty';
    case '<':
      // A portal, a proxy or another site has answered.
      return 'HTML';
    case '{':
    case '[':
      return 'cut off';
    default:
      return 'not JSON';
  }
}
