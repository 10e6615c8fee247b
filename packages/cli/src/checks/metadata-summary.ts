import { isJsonObject, type JsonObject } from '../platform/json.ts';

/** The number that an issue says of something captured with it. */
export function countOf(issue: JsonObject, name: string): number {
  const summary = issue['metadataSummary'];
  return isJsonObject(summary) && typeof summary[name] === 'number' ? summary[name] : 0;
}

/** How much there is to see in an issue. */
export function capturedCount(issue: JsonObject): number {
  const summary = issue['metadataSummary'];
  return isJsonObject(summary)
    ? Object.values(summary).reduce<number>((sum, count) => sum + (Number(count) || 0), 0)
    : 0;
}
