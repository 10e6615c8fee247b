/** Returns a decoded segment of a path; one that is no URL encoding as it is. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
