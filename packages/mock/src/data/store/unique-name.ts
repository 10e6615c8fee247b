/** A name that nothing else has: this one, or else with the first number that is free: `acme`, `acme-2`. */
export function uniqueName(base: string, isTaken: (name: string) => boolean): string {
  let name = base;
  for (let number = 2; isTaken(name); number++) name = `${base}-${number}`;
  return name;
}
