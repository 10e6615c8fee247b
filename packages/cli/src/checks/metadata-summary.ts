import { isJsonObject, type JsonObject } from '../platform/json.ts';

/** Returns the sum of an issue's counts. */
export function capturedCount(issue: JsonObject): number {
  const summary = issue['metadataSummary'];
  return isJsonObject(summary)
    ? Object.values(summary).reduce<number>((sum, count) => sum + (Number(count) || 0), 0)
    : 0;
}
