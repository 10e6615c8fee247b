import { exactEnum, limits } from '@issue-tracking/model';
import * as z from 'zod/mini';
import type { Behavior } from '../behavior/behavior.ts';
import { behaviorOptions } from '../behavior/behavior-options.ts';
import { type Delay, delay } from '../platform/delay.ts';
import { object, type ShapeOf, wholeNumber } from '../platform/input/schemas.ts';
import type { Rate } from '../rate-window.ts';
import { type Scenario, scenarioNames } from './scenarios.ts';

/** The settings of a service. */
export interface ServiceSettings {
  readonly scenario: Scenario;
  readonly latencyMs: Delay;
  readonly behavior: Behavior;
  /** The request rate of API keys (LIM-1), and of OAuth tokens (GAP-17). */
  readonly rate: Rate | undefined;
}

/** Settings to change while the mock runs. Omitted ones stay. */
export interface SettingsChange {
  /** How the whole service behaves. */
  scenario?: Scenario | undefined;
  /** Delay of every response, in milliseconds of the computer's clock. */
  latencyMs?: Delay | undefined;
  /** `{ requests: 0 }` rejects all requests, `false` none. By default `requests` is 100 and `windowMs` is 60,000. */
  rateLimit?: false | { requests?: number | undefined; windowMs?: number | undefined } | undefined;
  /** Behavior to change. */
  behavior?: Partial<Behavior> | undefined;
}

/** The settings of the whole mock. `restore` and `reset` restore them. */
export interface Settings {
  /** By default `normal`. */
  readonly scenario: Scenario;
  /**
   * Delay of every response, in milliseconds of the computer's clock; a fault's `delayMs` uses the mock's clock. By default the
   * option of the mock, or 0. In the scenario `slow` it is always 3,000.
   */
  readonly latencyMs: Delay;
  /** The rate limit of each API key and OAuth token; `false` for none. */
  readonly rateLimit: Rate | false;
  /** All behavior options. */
  readonly behavior: Behavior;
  /**
   * Changes settings from the next request on; if a value is invalid, none. Counted requests stay counted in a window of another
   * size. Requests in flight keep their settings, except the rate limit and the behavior options `issueOrder` and `readLag`.
   *
   * @param change The settings to change.
   *
   * @example
   * mock.settings.change({ scenario: 'slow', behavior: { listItem: 'labels' } });
   *
   * @throws TypeError for invalid values.
   */
  change(change: SettingsChange): void;
}

// LIM-1
export const rateLimit = z.union(
  [z.literal(false), object({ requests: z.optional(wholeNumber(0)), windowMs: z.optional(wholeNumber(1)) })],
  'must be false, or an object of requests and windowMs',
);

const scenario = exactEnum(scenarioNames);

/** {@link SettingsChange}. `resolveBehavior` checks the behavior options. */
export const settingsChange = object({
  scenario: z.optional(scenario),
  latencyMs: z.optional(delay),
  rateLimit: z.optional(rateLimit),
  behavior: z.optional(
    z.custom<Partial<Behavior>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      'must be an object of behavior options',
    ),
  ),
} satisfies ShapeOf<SettingsChange>);

/** Cached results. Settings objects never change, and each request in the log shows its settings. */
const cache = new WeakMap<ServiceSettings, { readonly shown: SettingsChange | undefined }>();

/** Returns the settings that differ from the defaults; `undefined` if none do. */
export function nonDefaultSettings(settings: ServiceSettings): SettingsChange | undefined {
  const found = cache.get(settings) ?? { shown: shownChanges(settings) };
  cache.set(settings, found);
  return found.shown;
}

function shownChanges({ scenario, latencyMs, behavior, rate }: ServiceSettings): SettingsChange | undefined {
  const isDefaultRate = rate?.requests === limits.requests && rate.windowMs === limits.windowMs;
  const chosen = Object.entries(behavior).filter(
    ([name, choice]) => JSON.stringify(choice) !== JSON.stringify(defaultChoice(name)),
  );
  const shown: SettingsChange = {
    ...(scenario !== 'normal' && { scenario }),
    ...(latencyMs !== 0 && { latencyMs }),
    ...(!isDefaultRate && { rateLimit: rate ?? false }),
    ...(chosen.length > 0 && { behavior: Object.fromEntries(chosen) }),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}

/** Returns the default of a behavior option. */
function defaultChoice(name: string): unknown {
  return Object(Reflect.get(behaviorOptions, name)).choices?.[0];
}
