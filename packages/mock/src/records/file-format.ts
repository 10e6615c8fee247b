/**
 * The version of the files that this package writes: worlds, states and behavior. It grows when an older package could not read them
 * any more; a file without a version is of version 1.
 */
export const formatVersion = 1;

/** Returns why a file can't be read, if a newer version of the package wrote it. */
export function newerFormat(content: unknown): string | undefined {
  const found: unknown =
    typeof content === 'object' && content !== null ? Reflect.get(content, 'formatVersion') : undefined;
  if (!Number.isInteger(found) || Number(found) <= formatVersion) return undefined;
  return `was written by a newer version of @issue-tracking/mock (format ${found}; this one reads up to ${formatVersion}). Update the package to read it`;
}
