import { foreign, lost } from './failure-problems.ts';
import { type FailureKind, type FailureRow, failureTable } from './failure-table.ts';

/** Facts about a failure of `fetch`, as far as the platform reveals them. */
export interface ConnectionFailure {
  readonly kind: FailureKind;
  /** What happened, for the message of an error. */
  readonly problem: string;
  /** Whether the request may have been sent. */
  readonly sent: boolean;
  /** The most retries that may help. */
  readonly retries: number;
  /** The root cause in the platform's words. */
  readonly reason: string | undefined;
}

const problems: Readonly<Record<FailureRow['kind'], (host: string) => string>> = {
  refused: () => 'fetch refused the request, and nothing was sent',
  unconnected: (host) => `could not connect to ${host}`,
  unreadable: (host) => `the response of ${host} cannot be parsed`,
  lost,
  foreign,
};

/** A failure that no row has. An unknown error may have been thrown after the request was sent. */
const noRow: FailureRow = { kind: 'foreign', retries: 0 };
/** A failure while the body is read. A connection that breaks then causes the errors of other rows too. */
const inBody: FailureRow = { kind: 'lost', retries: Number.POSITIVE_INFINITY };

/**
 * Classifies an error of `fetch`, or with `hasStatus` an error while the body is read.
 *
 * @param host The host of the request, with a port that isn't the default.
 */
export function connectionFailure(cause: unknown, hasStatus = false, host = ''): ConnectionFailure {
  const found = chainsOf(cause).map((chain) => findRow(chain, hasStatus));
  const isSent = ({ row: { kind } }: Found) => kind !== 'refused' && kind !== 'unconnected';
  const { row } = found.find(isSent) ?? (found[0] as Found);
  const retries = Math.min(...found.map((one) => one.row.retries));
  const decisive = found.find((one) => one.row.retries === retries) ?? (found[0] as Found);
  const { kind } = row;
  return { kind, problem: problems[kind](host), sent: found.some(isSent), retries, reason: reasonOf(decisive, host) };
}

/** The fields of an error that are read here. Any value can be thrown, so each field may have any type. */
interface Thrown {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
}

interface Found {
  readonly row: FailureRow;
  /** The error that shows the reason. */
  readonly error: Thrown;
}

const longestChain = 5;
const mostAddresses = 10;

/** Returns an error with its causes, the root cause first: one chain, or one for each address that was tried. */
function chainsOf(thrown: unknown, depth = longestChain): Thrown[][] {
  if (typeof thrown !== 'object' || thrown === null || depth < 0) return [[]];
  const { errors, cause } = thrown as { errors?: unknown; cause?: unknown };
  const causes: unknown[] = Array.isArray(errors) && errors.length > 0 ? errors.slice(0, mostAddresses) : [cause];
  return causes.flatMap((one) => chainsOf(one, depth - 1)).map((chain) => [...chain, thrown]);
}

/** Finds the row of the innermost error that has one. An application's `fetch` may wrap the platform's errors. */
function findRow(chain: readonly Thrown[], hasStatus: boolean): Found {
  const [root = {}] = chain;
  if (hasStatus) return { row: inBody, error: root };
  for (const error of chain) {
    const row = failureTable.find((one) => isOf(one, error));
    if (row) return { row, error: row.isVague ? root : error };
  }
  return { row: noRow, error: root };
}

function isOf(
  { codes, texts, name, syscalls, frame }: FailureRow,
  { code, message, name: errorName, syscall, stack }: Thrown,
): boolean {
  if (frame && !frame.test(/^\s+at .*/m.exec(String(stack))?.[0] ?? '')) return false;
  if (syscalls && syscall !== undefined) return syscalls.test(String(syscall));
  return (
    (name !== undefined && errorName === name) ||
    (typeof code === 'string' && codes?.test(code) === true) ||
    (typeof message === 'string' && texts?.test(message) === true)
  );
}

/** The contract with mocks: texts by host, for an address of a mock that receives no requests, or of no mock. */
const adviceKey: unique symbol = Symbol.for('@issue-tracking/mock/advice');
const global: typeof globalThis & { readonly [adviceKey]?: ReadonlyMap<string, string> } = globalThis;

function reasonOf({ error: { message, code }, row }: Found, host: string): string | undefined {
  if (typeof message !== 'string' || message === '') return typeof code === 'string' ? code : undefined;
  // OpenSSL's messages also have a memory address, the routine, the source file and the line.
  const [, sslReason] = /:SSL routines:[^:]*:([^:]+):/.exec(message) ?? [];
  const reason = (sslReason ?? message).replace(/^.*invalid peer certificate: /, 'invalid certificate: ');
  const advice = row.advice ?? (row.kind === 'unconnected' ? global[adviceKey]?.get(host) : undefined);
  // The mock's own error says it already.
  return advice && !reason.includes(advice) ? `${reason}. ${advice}.` : reason;
}
