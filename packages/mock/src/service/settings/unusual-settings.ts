import { limits } from '@issue-tracking/model';
import { readingDefinitions } from '../readings/definitions.ts';
import type { ServiceSettings, SettingsChange } from './settings.ts';

/** Settings as JSON shows them, as far as they are not the default ones: what `mock.settings.change()` takes. */
export interface ShownSettings extends Omit<SettingsChange, 'readings'> {
  /** By their names; what is a function is told in words. */
  readings?: Record<string, unknown> | undefined;
}

const known = new WeakMap<ServiceSettings, { readonly shown: ShownSettings | undefined }>();

/** Where settings are not the default ones; `undefined` where all of them are. */
export function unusualSettings(settings: ServiceSettings): ShownSettings | undefined {
  const found = known.get(settings) ?? { shown: shownChanges(settings) };
  known.set(settings, found);
  return found.shown;
}

function shownChanges({ scenario, latencyMs, readings, rate }: ServiceSettings): ShownSettings | undefined {
  const isUsualRate = rate?.requests === limits.requests && rate.windowMs === limits.windowMs;
  const chosen = Object.entries(readings).filter(([name, choice]) => jsonOf(choice) !== jsonOf(usualReading(name)));
  const shown: ShownSettings = {
    ...(scenario !== 'normal' && { scenario }),
    ...(latencyMs !== 0 && { latencyMs }),
    ...(!isUsualRate && { rateLimit: rate ?? false }),
    ...(chosen.length > 0 && {
      readings: Object.fromEntries(chosen.map(([name, choice]) => [name, JSON.parse(jsonOf(choice))])),
    }),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}

/** The default of a reading. */
function usualReading(name: string): unknown {
  return Object(Reflect.get(readingDefinitions, name)).choices?.[0];
}

const inWords = 'a function';

function jsonOf(choice: unknown): string {
  return JSON.stringify(choice, (_, member) => (typeof member === 'function' ? inWords : member));
}
