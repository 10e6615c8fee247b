/** Returns a name that isn't taken, with the first unused number if necessary: `acme`, `acme-2`. */
export function uniqueName(base: string, isTaken: (name: string) => boolean): string {
  let name = base;
  for (let number = 2; isTaken(name); number++) name = `${base}-${number}`;
  return name;
}
