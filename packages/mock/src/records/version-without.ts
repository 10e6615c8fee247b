/**
 * Returns the present version of an object with the members of `before` where `after` has others.
 *
 * @throws TypeError if one of them was changed again; a later `updatedAt` stays.
 */
export function versionWithout<Type extends object>(before: Type, after: Type, present: Type | undefined): Type {
  if (!present) throw new TypeError('It was deleted since.');
  const changed = Object.keys({ ...before, ...after }).filter(
    (member) => Reflect.get(before, member) !== Reflect.get(after, member),
  );
  const again = changed.filter((member) => Reflect.get(present, member) !== Reflect.get(after, member));
  const [first] = again.filter((member) => member !== 'updatedAt');
  if (first !== undefined) throw new TypeError(`Its ${first} was changed again since.`);
  const version = { ...present };
  for (const member of changed) {
    if (again.includes(member)) continue;
    if (member in before) Reflect.set(version, member, Reflect.get(before, member));
    else Reflect.deleteProperty(version, member);
  }
  return version;
}
