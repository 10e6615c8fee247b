declare const encodes: unique symbol;

/** JSON text, with the type of what it says, so that a handler's answer is checked although parts of it are joined text. */
export type Json<T> = string & { readonly [encodes]: T };

export function json<T>(value: T): Json<T> {
  // JSON.stringify gives `undefined` only for what JSON can't say, and that is never a record of ours.
  return JSON.stringify(value) as Json<T>;
}

/** `{"data": …}` (GEN-5), with the members that stand beside it. */
export function jsonData<T, Rest extends object>(data: Json<T>, rest: Rest): Json<{ data: T } & Rest> {
  return `{"data":${data},${JSON.stringify(rest).slice(1)}` as Json<{ data: T } & Rest>;
}

export function jsonList<T>(items: readonly Json<T>[]): Json<T[]> {
  return `[${items.join(',')}]` as Json<T[]>;
}
