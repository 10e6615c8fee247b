/**
 * The version of the files that this package writes: worlds, states and behavior. It grows when an older package could not read them
 * any more; a file without a version is of version 1.
 */
export const formatVersion = 1;

/** Returns why a file can't be read, if a newer version of its writer wrote it. */
export function newerFormat(
  content: unknown,
  { writer = '@issue-tracking/mock', known = formatVersion } = {},
): string | undefined {
  const found: unknown =
    typeof content === 'object' && content !== null ? Reflect.get(content, 'formatVersion') : undefined;
  if (!Number.isInteger(found) || Number(found) <= known) return undefined;
  return `was written by a newer version of ${writer} (format ${found}; this one reads up to ${known}). Update the package to read it`;
}
