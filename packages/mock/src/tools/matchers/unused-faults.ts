import type { Mock } from '../../mock/mock.ts';
import { requestTable, shownBy, valueText } from './request-table.ts';

/**
 * Says of each fault that has touched nothing which of its members does not fit the requests; `undefined` when there is
 * none. Of a fault with a `probability`, nothing can be said.
 */
export function unusedText(mock: Mock): string | undefined {
  const { faults, requests } = mock;
  const unused = faults.unused();
  if (unused.length === 0) return undefined;
  const texts = unused.map((handle) => `- ${valueText(handle.fault, shownBy(mock))}\n  ${handle.whyUnused()}`);
  return ['Faults that have touched no request:', ...texts, '', requestTable(requests.all(), [])].join('\n');
}
