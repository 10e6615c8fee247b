/** Returns a number with its noun: "1 request", "2 requests". */
export function pluralize(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
