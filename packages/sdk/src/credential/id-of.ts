const ids = new WeakMap<object, number>();
let last = 0;

/** A number that stands for an object, so that it can be part of a key without being held. */
export function idOf(object: object | undefined): number {
  if (object === undefined) return 0;
  const id = ids.get(object) ?? ++last;
  ids.set(object, id);
  return id;
}
