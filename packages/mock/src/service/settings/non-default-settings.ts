import { limits } from '@issue-tracking/model';
import { behaviorOptions } from '../behavior/options.ts';
import type { ServiceSettings, SettingsChange } from './settings.ts';

/** Settings that differ from the defaults, as JSON in the form of `mock.settings.change()`. */
export interface NonDefaultSettings extends Omit<SettingsChange, 'behavior'> {
  /** By name. Functions become text. */
  behavior?: Record<string, unknown> | undefined;
}

/** Cached results. Settings objects never change, and each request in the log shows its settings. */
const cache = new WeakMap<ServiceSettings, { readonly shown: NonDefaultSettings | undefined }>();

/** Returns the settings that differ from the defaults; `undefined` if none do. */
export function nonDefaultSettings(settings: ServiceSettings): NonDefaultSettings | undefined {
  const found = cache.get(settings) ?? { shown: shownChanges(settings) };
  cache.set(settings, found);
  return found.shown;
}

function shownChanges({ scenario, latencyMs, behavior, rate }: ServiceSettings): NonDefaultSettings | undefined {
  const isDefaultRate = rate?.requests === limits.requests && rate.windowMs === limits.windowMs;
  const chosen = Object.entries(behavior).filter(([name, choice]) => jsonOf(choice) !== jsonOf(defaultChoice(name)));
  const shown: NonDefaultSettings = {
    ...(scenario !== 'normal' && { scenario }),
    ...(latencyMs !== 0 && { latencyMs }),
    ...(!isDefaultRate && { rateLimit: rate ?? false }),
    ...(chosen.length > 0 && {
      behavior: Object.fromEntries(chosen.map(([name, choice]) => [name, JSON.parse(jsonOf(choice))])),
    }),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}

/** Returns the default of a behavior option. */
function defaultChoice(name: string): unknown {
  return Object(Reflect.get(behaviorOptions, name)).choices?.[0];
}

/** Text for a function, which JSON can't show. */
const functionText = 'a function';

function jsonOf(choice: unknown): string {
  return JSON.stringify(choice, (_, member) => (typeof member === 'function' ? functionText : member));
}
