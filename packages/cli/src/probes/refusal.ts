import type { Findings } from '../findings/findings.ts';
import { isMembers } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';

// ERR-2
/** What a 400 looks like: its text, and the fields with what is wrong with each. */
export function refusal(findings: Findings, exchange: Exchange, part: 'queries' | 'bodies', field: string): void {
  if (exchange.status !== 400) return;
  const { error, details } = isMembers(exchange.json) ? exchange.json : {};
  const isDetail = (detail: unknown) =>
    isMembers(detail) && typeof detail['field'] === 'string' && typeof detail['message'] === 'string';
  const fits = error === 'Invalid input' && Array.isArray(details) && details.length > 0 && details.every(isDetail);
  const place = ['ERR-2', part] as const;
  if (!fits) {
    findings.check(place, false, exchange, 'it is not "Invalid input" with the fields and what is wrong with each');
    return;
  }
  const names = details.some((detail: { field: string }) => detail.field === field);
  findings.check(place, names, exchange, `it does not name ${field}`, field);
}
