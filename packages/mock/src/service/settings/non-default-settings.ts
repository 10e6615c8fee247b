import { limits } from '@issue-tracking/model';
import { behaviorOptions } from '../behavior/options.ts';
import type { ServiceSettings, SettingsChange } from './settings.ts';

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
