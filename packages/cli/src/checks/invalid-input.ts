import type { Findings, RulePart } from '../findings/findings.ts';
import { isJsonObject } from '../platform/json.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { query, type Session } from './session.ts';

// ERR-2
/** Checks the form of a 400: its text, and the problem of each field. */
export function checkInvalidInput(
  findings: Findings,
  exchange: Exchange,
  part: 'queries' | 'bodies',
  field: string,
): void {
  if (exchange.status !== 400) return;
  const { error, details } = isJsonObject(exchange.json) ? exchange.json : {};
  const isDetail = (detail: unknown) =>
    isJsonObject(detail) && typeof detail['field'] === 'string' && typeof detail['message'] === 'string';
  const fits = error === 'Invalid input' && Array.isArray(details) && details.length > 0 && details.every(isDetail);
  const place = ['ERR-2', part] as const;
  if (!fits) {
    findings.check(place, false, exchange, 'it is not "Invalid input" with the fields and what is wrong with each');
    return;
  }
  const names = details.some((detail: { field: string }) => detail.field === field);
  findings.check(place, names, exchange, `it does not name ${field}`, field);
}

/** A value of a query that is refused. */
interface InvalidValue {
  readonly name: string;
  readonly value: string | number;
  /** Its problem, such as "is unknown". */
  readonly why: string;
  readonly places: readonly RulePart[];
  /** Whether a service may accept it too. */
  readonly isOpen?: boolean;
}

/** Asks for a wrong value, which is a 400. Where a service may accept it, a finding says what it does. */
export async function checkInvalidQuery(
  { service, findings }: Session,
  path: string,
  { name, value, why, places, isOpen = false }: InvalidValue,
): Promise<void> {
  const exchange = await service.read({ path: path + query({ [name]: value }) });
  if (isFailure(exchange)) return;
  const { status } = exchange;
  const asked = `${name}=${value}`;
  for (const place of places) {
    if (status !== 400 && isOpen) findings.markInconclusive(place, `${asked} was answered ${status}, which is open`);
    else findings.check(place, status === 400, exchange, `${asked} ${why} and was answered ${status}`, asked);
  }
  checkInvalidInput(findings, exchange, 'queries', name);
}
