import type { Findings, RulePart } from '../findings/findings.ts';
import { isJsonObject } from '../platform/json.ts';
import { type Exchange, isFailure } from '../service/exchange.ts';
import { query, type Session } from './session.ts';

// ERR-2
/** Checks the error text of a 400, and the details of each field. */
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
  const rulePart = ['ERR-2', part] as const;
  if (!fits) {
    findings.check(rulePart, false, exchange, 'expected "Invalid input" with a field and a message in each detail');
    return;
  }
  const names = details.some((detail: { field: string }) => detail.field === field);
  findings.check(rulePart, names, exchange, `no detail names ${field}`, field);
}

/** An invalid value of a query parameter. */
interface InvalidValue {
  readonly name: string;
  readonly value: string | number;
  /** The problem of the value, such as "is unknown". */
  readonly why: string;
  readonly ruleParts: readonly RulePart[];
  /** Whether a service may accept the value. */
  readonly isOpen?: boolean;
}

/** Checks that an invalid value returns 400. If a service may accept the value, another status is inconclusive. */
export async function checkInvalidQuery(
  { service, findings }: Session,
  path: string,
  { name, value, why, ruleParts, isOpen = false }: InvalidValue,
): Promise<void> {
  const exchange = await service.read({ path: path + query({ [name]: value }) });
  if (isFailure(exchange)) return;
  const { status } = exchange;
  const requested = `${name}=${value}`;
  for (const rulePart of ruleParts) {
    if (status !== 400 && isOpen)
      findings.markInconclusive(rulePart, `${requested} returned ${status}, which the specification leaves open`);
    else findings.check(rulePart, status === 400, exchange, `${requested} ${why} and returned ${status}`, requested);
  }
  checkInvalidInput(findings, exchange, 'queries', name);
}
