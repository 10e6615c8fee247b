import { limits } from '@issue-tracking/model';
import type { Behavior } from '../behavior/behavior.ts';
import { resolveBehavior } from '../behavior/resolve.ts';
import { parseInput } from '../platform/input/input-error.ts';
import type { Rate } from '../rate-window.ts';
import { type ServiceSettings, type Settings, type SettingsChange, settingsChange } from './settings.ts';

/** Converts the option `rateLimit`; `undefined` for none. */
export function rateOf(option: SettingsChange['rateLimit']): Rate | undefined {
  if (option === false) return undefined;
  const { requests = limits.requests, windowMs = limits.windowMs } = option ?? {};
  return { requests, windowMs };
}

/**
 * Returns the settings of a running service.
 *
 * @param state Holds the present settings: a restore replaces them.
 * @param onChange Called with the new settings.
 */
export function liveSettings(
  state: { readonly settings: ServiceSettings },
  onChange: (settings: ServiceSettings) => void,
): Settings {
  return {
    get scenario() {
      return state.settings.scenario;
    },
    get latencyMs() {
      return state.settings.latencyMs;
    },
    get rateLimit() {
      return state.settings.rate ?? false;
    },
    get behavior() {
      return state.settings.behavior;
    },
    change(input) {
      const wording = { who: 'A change of settings', hasNo: 'There is no setting', member: 'The setting' };
      onChange(changedSettings(state.settings, parseInput(settingsChange, input, wording)));
    },
  };
}

/** Returns settings after a change. @throws TypeError for behavior that there isn't. */
export function changedSettings(
  { scenario, latencyMs, behavior, rate }: ServiceSettings,
  change: SettingsChange,
): ServiceSettings {
  return {
    scenario: change.scenario ?? scenario,
    latencyMs: change.latencyMs ?? latencyMs,
    behavior: change.behavior ? changedBehavior(behavior, change.behavior) : behavior,
    rate: change.rateLimit === undefined ? rate : rateOf(change.rateLimit),
  };
}

/** Returns behavior after a change. Options that stay are the same objects. */
function changedBehavior(before: Behavior, change: Partial<Behavior>): Behavior {
  const after = Object.entries(resolveBehavior({ ...before, ...change }));
  return { ...before, ...Object.fromEntries(after.filter(([name]) => name in change)) };
}
