import type { EndpointName } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { type RequestFilter, requestFilter } from '../log/filter.ts';
import type { RequestEntry } from '../log/request-entry.ts';
import type { Mock } from '../mock/mock.ts';
import { parseInput } from '../platform/input/input-error.ts';
import { object, type ShapeOf, wholeNumber } from '../platform/input/schemas.ts';
import { filterText, requestTable, shownBy } from './request-table.ts';
import { unusedText } from './unused-faults.ts';

/** Members that requests must have, and the number of such requests. */
export interface ReceivedExpectation extends RequestFilter {
  /** Exact number of requests. By default one or more. */
  times?: number | undefined;
}

/** Matchers of `expect(mock)` in Vitest and Jest. */
export interface MockMatchers<R = void> {
  /**
   * Passes if the mock has received matching requests: at least one, or exactly `times`.
   *
   * @param expected Name of the endpoint, or all expectations.
   * @param expectation Further expectations.
   *
   * @throws TypeError for unknown members of the filter, and for a `times` that is not a whole number from 0.
   *
   * @example
   * expect(mock).toHaveReceived('issues.comments.create', { times: 1, body: { content: /Fixed/ } });
   */
  toHaveReceived(expected: EndpointName | ReceivedExpectation, expectation?: ReceivedExpectation): R;
  /**
   * Passes if the mock has received matching requests in this order, with or without others between them.
   *
   * @param expected Names of endpoints, or filters.
   *
   * @throws TypeError for an empty list.
   *
   * @example
   * expect(mock).toHaveReceivedInOrder(['issues.get', { endpoint: 'issues.update', status: 200 }]);
   */
  toHaveReceivedInOrder(expected: readonly (EndpointName | RequestFilter)[]): R;
  /**
   * Passes if each response has a status below 400, except those whose status a fault set. An error response counts if a fault
   * has only delayed it or changed its headers.
   */
  toHaveNoErrorResponses(): R;
  /** Passes if no request had a likely mistake: a misspelt parameter or member, or a filter or page without a match. */
  toHaveNoWarnings(): R;
  /** Passes if each fault has applied to a request. A test with an unused fault doesn't test the failure. */
  toHaveNoUnusedFaults(): R;
}

interface Result {
  readonly pass: boolean;
  message(): string;
}

/** {@link ReceivedExpectation} */
const receivedExpectation = object({
  ...requestFilter.def.shape,
  times: z.optional(wholeNumber(0)),
} satisfies ShapeOf<ReceivedExpectation>);

const wording = { who: 'The expectation', hasNo: 'toHaveReceived() has no', member: 'The member' };

/** The matchers for `expect.extend(matchers)`, in runners without a global `expect`. */
export const matchers: {
  readonly [Name in keyof MockMatchers]: (mock: unknown, ...expected: Parameters<MockMatchers[Name]>) => Result;
} = {
  toHaveReceived(mock, expected, expectation = {}) {
    const { requests } = mockOf(mock);
    const { times, ...filter } = parseInput(
      receivedExpectation,
      { ...expectation, ...(typeof expected === 'string' ? { endpoint: expected } : expected) },
      wording,
    );
    const found = requests.find(filter);
    const pass = times === undefined ? found.length > 0 : found.length === times;
    const wanted = times === undefined ? 'at least 1' : String(times);
    return {
      pass,
      message: () =>
        paragraphs(
          `Requests like ${filterText(filter, shownBy(mockOf(mock)))}: ${found.length} received, expected ${pass ? 'another number' : wanted}.`,
          found.length === 0 && nearestText(mock, filter),
          requestTable(requests.all(), found),
        ),
    };
  },

  toHaveReceivedInOrder(mock, expected) {
    const { requests } = mockOf(mock);
    if (expected.length === 0) throw new TypeError('toHaveReceivedInOrder() must be called with one request or more.');
    const found: RequestEntry[] = [];
    let missing: RequestFilter | undefined;
    for (const each of expected) {
      const filter = typeof each === 'string' ? { endpoint: each } : each;
      const after = found.at(-1)?.number ?? 0;
      const next = requests.find(filter).find(({ number }) => number > after);
      if (!next) {
        missing = filter;
        break;
      }
      found.push(next);
    }
    const last = found.at(-1)?.number;
    const place = last === undefined ? 'at all' : `after request ${last}`;
    const early = missing && last !== undefined && requests.find(missing).at(-1)?.number;
    return {
      pass: missing === undefined,
      message: () =>
        paragraphs(
          missing
            ? `Requests in this order: ${filterText(missing, shownBy(mockOf(mock)))} was not received ${place}.${last === undefined ? '' : ' The marked requests came in order.'}`
            : 'Expected requests not to arrive in this order.',
          early ? `It came too early, as request ${early}.` : missing && nearestText(mock, missing),
          requestTable(requests.all(), found),
        ),
    };
  },

  toHaveNoErrorResponses(mock) {
    const { requests } = mockOf(mock);
    // The service's own errors have an `error` in the log, even if a fault has delayed them.
    const rejected = requests.find(
      ({ status = 0, faultId, error }) => status >= 400 && (!faultId || error !== undefined),
    );
    return {
      pass: rejected.length === 0,
      message: () =>
        paragraphs(
          rejected.length === 0
            ? 'Expected an error response, received none.'
            : `${rejected.length} of ${requests.all().length} requests got an error response (marked).`,
          requestTable(requests.all(), rejected),
        ),
    };
  },

  toHaveNoWarnings(mock) {
    const { requests } = mockOf(mock);
    const warned = requests.find(({ warnings }) => warnings !== undefined);
    return {
      pass: warned.length === 0,
      message: () =>
        paragraphs(
          warned.length === 0
            ? 'Expected a warning, but no request had a likely mistake.'
            : `${warned.length} of ${requests.all().length} requests had a likely mistake (marked):`,
          ...warned.map(({ number, warnings = [] }) => `${number}: ${warnings.map(({ text }) => text).join(' ')}`),
          requestTable(requests.all(), warned),
        ),
    };
  },

  toHaveNoUnusedFaults(mock) {
    const text = unusedText(mockOf(mock));
    return {
      pass: text === undefined,
      message: () => text ?? 'Expected an unused fault, but each fault has applied to a request.',
    };
  },
};

function mockOf(received: unknown): Mock {
  const mock = Object(received);
  if (mock.requests && mock.faults) return mock;
  throw new TypeError('expect() must be called with a mock, the result of createMock().');
}

/** Describes the nearest request that doesn't match. */
function nearestText(mock: unknown, filter: RequestFilter): string | undefined {
  const near = mockOf(mock).requests.nearestMiss(filter);
  if (!near) return undefined;
  const { number, method, path } = near.entry;
  return [`Nearest is request ${number}, ${method} ${path}:`, ...near.misses.map((miss) => `  ${miss}`)].join('\n');
}

function paragraphs(...texts: readonly (string | false | undefined)[]): string {
  return texts.filter(Boolean).join('\n\n');
}
