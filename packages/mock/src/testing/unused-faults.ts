import type { Mock } from '../mock/mock.ts';
import { requestTable, shownBy, valueText } from './request-table.ts';

/**
 * Explains for each unused fault which of its members don't match the requests; `undefined` if all are used. Ignores faults with a
 * `probability`.
 */
export function unusedText(mock: Mock): string | undefined {
  const { faults, requests } = mock;
  const unused = faults.unused();
  if (unused.length === 0) return undefined;
  const texts = unused.map((handle) => `- ${valueText(handle.fault, shownBy(mock))}\n  ${handle.whyUnused()}`);
  return ['Faults that have applied to no request:', ...texts, '', requestTable(requests.all(), [])].join('\n');
}
