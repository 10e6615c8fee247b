import { isJsonObject, type JsonObject } from '../platform/json.ts';

/** Returns a count of an issue's summary; 0 if missing. */
export function countOf(issue: JsonObject, name: string): number {
  const summary = issue['metadataSummary'];
  return isJsonObject(summary) && typeof summary[name] === 'number' ? summary[name] : 0;
}

/** Returns the sum of an issue's counts. */
export function capturedCount(issue: JsonObject): number {
  const summary = issue['metadataSummary'];
  return isJsonObject(summary)
    ? Object.values(summary).reduce<number>((sum, count) => sum + (Number(count) || 0), 0)
    : 0;
}
