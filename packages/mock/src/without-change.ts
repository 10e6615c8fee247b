/**
 * Returns the present version of an object with the members of `before` where `after` has others.
 *
 * @param again Returns the error for a member that was changed again.
 *
 * @throws the error of `again`; but a later `updatedAt` stays.
 */
export function withoutChange<Type extends object>(
  before: Type,
  after: Type,
  present: Type,
  again: (member: string) => Error,
): Type {
  const version = { ...present };
  for (const member of changedMembers(before, after)) {
    const isSame = Reflect.get(present, member) === Reflect.get(after, member);
    if (!isSame && member === 'updatedAt') continue;
    if (!isSame) throw again(member);
    if (member in before) Reflect.set(version, member, Reflect.get(before, member));
    else Reflect.deleteProperty(version, member);
  }
  return version;
}

/** Returns the members in which two versions of an object differ. */
export function changedMembers(before: object, after: object): string[] {
  const members = Object.keys({ ...before, ...after });
  return members.filter((member) => Reflect.get(before, member) !== Reflect.get(after, member));
}
