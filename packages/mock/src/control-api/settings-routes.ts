import { behaviorOptions } from '../behavior/behavior-options.ts';
import type { Mock } from '../mock/mock.ts';
import { settingsChange } from '../settings/settings.ts';
import { type ControlContext, type JsonRoute, route } from './route.ts';

/** The settings of a mock in responses of the control API. */
export interface SettingsView extends Pick<Mock['settings'], 'scenario' | 'latencyMs' | 'rateLimit' | 'behavior'> {
  readonly baseUrl: string;
  readonly clock: { readonly kind: 'system' | 'virtual'; readonly now: string };
  /** Limits of the request log. */
  readonly requestLog: { readonly entries: number; readonly bytes: number };
}

/** A behavior option and its choices. The first is the default. */
export interface ShownBehaviorOption {
  readonly name: string;
  readonly description: string;
  readonly choices: readonly unknown[];
  /** A description of further values. */
  readonly or?: string;
}

/** Routes of settings. */
export const settingsRoutes: readonly JsonRoute[] = [
  route('GET', 'settings', 'Scenario, latency, rate limit, behavior, clock and size of the request log', {}, shown),
  route(
    'PATCH',
    'settings',
    'Change any of { scenario, latencyMs, rateLimit, behavior }; responds as GET does',
    { input: settingsChange },
    (context, { body }) => {
      context.mock.settings.change(body);
      return shown(context);
    },
  ),
  route(
    'GET',
    'behavior',
    'The behavior options: { name, description, choices, or }; or describes further JSON values that it takes',
    {},
    (): readonly ShownBehaviorOption[] =>
      Object.entries(behaviorOptions).map(([name, { description, choices, or }]) => ({
        name,
        description,
        choices: [...choices],
        ...(or && { or }),
      })),
  ),
];

function shown({ internals, mock, url }: ControlContext): SettingsView {
  const { settings: current } = mock;
  const { clock, state } = internals.service;
  const { capacity: entries, maxBytes: bytes } = state.log;
  return {
    baseUrl: url,
    scenario: current.scenario,
    latencyMs: current.latencyMs,
    rateLimit: current.rateLimit,
    behavior: { ...current.behavior },
    clock: { kind: clock.kind, now: new Date(clock.now()).toISOString() },
    requestLog: { entries, bytes },
  };
}
