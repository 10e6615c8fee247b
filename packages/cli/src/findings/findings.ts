import type { Readings } from '@issue-tracking/mock';
import type { EndpointName } from '@issue-tracking/model';
import type { Exchange } from '../service/service.ts';
import { type Drift, shapeOf } from './shape.ts';

/** A request and its answer, for people. */
export interface Evidence {
  readonly request: string;
  readonly answer: string;
}

export interface RuleFinding {
  readonly verdict: 'holds' | 'broken';
  /** What was wrong. */
  readonly why?: string;
  readonly evidence: Evidence;
}

export type ReadingName = keyof Readings;

/** What was found so far: of rules the worst, of readings what is certain. */
export class Findings {
  readonly rules = new Map<string, RuleFinding>();
  readonly readings: Partial<Record<ReadingName, unknown>> = {};
  readonly undecided: Partial<Record<ReadingName, string>> = {};
  readonly evidence: Partial<Record<ReadingName, Evidence[]>> = {};
  readonly drift: Drift[] = [];

  /** Notes whether a rule holds; one that was broken once stays broken. */
  check(rule: string, holds: boolean, exchange: Exchange, why: string): void {
    const found = this.rules.get(rule);
    if (found?.verdict === 'broken' || (found && holds)) return;
    const evidence = evidenceOf(exchange);
    this.rules.set(rule, holds ? { verdict: 'holds', evidence } : { verdict: 'broken', why, evidence });
  }

  /** Compares a success with the description of its endpoint; false when it can't be worked with. */
  shape(rule: string, endpoint: EndpointName, exchange: Exchange): boolean {
    const is2xx = exchange.status >= 200 && exchange.status < 300;
    this.check(rule, is2xx, exchange, `answered ${exchange.status}`);
    if (!is2xx) return false;
    const { problems, drift } = shapeOf(endpoint, exchange.json);
    const others = problems.filter(({ isTimestamp }) => !isTimestamp);
    const [wrongTime] = problems.filter(({ isTimestamp }) => isTimestamp);
    this.check(rule, others.length === 0, exchange, inWords(others));
    this.check('GEN-4', !wrongTime, exchange, `${wrongTime?.path} is no such timestamp`);
    for (const found of drift) this.#addDrift(found);
    for (const [member, enumeration] of [
      ['status', 'STA-1'],
      ['priority', 'STA-2'],
    ] as const) {
      const unknown = drift.find(({ kind, path }) => kind === 'unknown value' && path.endsWith(`.${member}`));
      if (endpoint.startsWith('issues.') && /list$|get$/.test(endpoint) && !endpoint.includes('comments')) {
        this.check(enumeration, !unknown, exchange, `there is a ${member} "${unknown?.value}"`);
      }
    }
    return others.length === 0;
  }

  /** The choice that the service makes. */
  decide<Name extends ReadingName>(name: Name, value: Readings[Name], ...exchanges: Exchange[]): void {
    this.readings[name] = value;
    delete this.undecided[name];
    this.evidence[name] = exchanges.map(evidenceOf);
  }

  /** Why nothing certain can be said, with what was seen. */
  leave(name: ReadingName, why: string, ...exchanges: Exchange[]): void {
    delete this.readings[name];
    this.undecided[name] = why;
    if (exchanges.length > 0) this.evidence[name] = exchanges.map(evidenceOf);
  }

  #addDrift(found: Drift): void {
    const isSame = (other: Drift) => JSON.stringify(other) === JSON.stringify(found);
    if (!this.drift.some(isSame)) this.drift.push(found);
  }
}

/** The most characters of an answer that are shown. */
const shown = 160;

function evidenceOf({ method, path, sent, status, text }: Exchange): Evidence {
  const body = text.length > shown ? `${text.slice(0, shown)}…` : text;
  return { request: `${method} ${path}${sent === undefined ? '' : ` ${sent}`}`, answer: `${status} ${body}`.trim() };
}

function inWords(problems: readonly { path: string; message: string }[]): string {
  const listed = problems.slice(0, 3).map(({ path, message }) => `${path || 'the body'} ${message}`);
  return listed.join('; ') + (problems.length > 3 ? `; and ${problems.length - 3} more` : '');
}
