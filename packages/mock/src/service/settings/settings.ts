import { exactEnum } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { object, wholeNumber } from '../../platform/input/schemas.ts';
import { type Delay, delay } from '../faults/delay.ts';
import type { Rate } from '../limits/sliding-window.ts';
import type { ErrorTexts, Readings } from '../readings/readings.ts';
import { type Scenario, scenarioNames } from './scenarios.ts';

/** What a service goes by. */
export interface ServiceSettings {
  readonly scenario: Scenario;
  readonly latencyMs: Delay;
  readonly readings: Readings;
  readonly texts: ErrorTexts;
  /** The request rate of API keys (LIM-1). */
  readonly rate: Rate | undefined;
  /** The request rate of OAuth tokens (GAP-17). */
  readonly tokenRate: Rate | undefined;
}

/** What can be changed of a mock while it runs; what is not given stays. */
export interface SettingsChange {
  scenario?: Scenario | undefined;
  /** How long every response is held back, in milliseconds of the computer's clock. */
  latencyMs?: Delay | undefined;
  /** `{ requests: 0 }` refuses every request, `false` none. What is not given of it is 100 and 60,000. */
  rateLimit?: false | { requests?: number | undefined; windowMs?: number | undefined } | undefined;
  /** Those that are to be read otherwise from now on. */
  readings?: Partial<Readings> | undefined;
}

/** How a mock answers as a whole. `restore` and `reset` bring back what it was. */
export interface Settings {
  /** `normal` unless changed. */
  readonly scenario: Scenario;
  /**
   * How long every response is held back, in milliseconds: 0 unless the mock was made with another. It goes by the computer's
   * clock, and not by the mock's as a fault's `delayMs` does. In the scenario `slow` it is 3,000, whatever is set here.
   */
  readonly latencyMs: Delay;
  /** Of API keys. */
  readonly rateLimit: Rate | false;
  readonly readings: Readings;
  /**
   * Changes them from the next request on, all or none. Requests keep their places in a window of another size. What is
   * under way is answered by the settings it came under, but for the rate and the readings `issueOrder` and `readLag`.
   *
   * @example
   * mock.settings.change({ scenario: 'slow', readings: { listItem: 'labels' } });
   *
   * @throws TypeError for values that make no sense.
   */
  change(change: SettingsChange): void;
}

// LIM-1
export const rateLimit = z.union(
  [z.literal(false), object({ requests: z.optional(wholeNumber(0)), windowMs: z.optional(wholeNumber(1)) })],
  'must be false, or an object of requests and windowMs',
);

export const scenario = exactEnum(scenarioNames);

/** {@link SettingsChange}; the readings' values are checked where they are read. */
export const settingsChange = object({
  scenario: z.optional(scenario),
  latencyMs: z.optional(delay),
  rateLimit: z.optional(rateLimit),
  readings: z.optional(
    z.custom<Partial<Readings>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      'must be an object of readings',
    ),
  ),
});
