import * as z from 'zod/mini';
import { text } from '../platform/input/schemas.ts';
import { behaviorOptions } from '../service/behavior/options.ts';
import { delay } from '../service/faults/delay.ts';
import { rateLimit, scenario, settingsChange } from '../service/settings/settings.ts';
import { jsonObject } from './outputs.ts';
import { type ControlContext, type JsonRoute, route } from './route.ts';

const settings = z.object({
  baseUrl: text,
  scenario,
  latencyMs: delay,
  rateLimit,
  behavior: jsonObject,
  clock: z.object({ kind: z.enum(['system', 'virtual']), now: text }),
  requestLog: z.object({ entries: z.int(), bytes: z.int() }),
});

/** The settings of a mock in responses of the control API. */
export type SettingsView = z.infer<typeof settings>;

const option = z.object({ name: text, description: text, choices: z.array(z.unknown()), or: z.exactOptional(text) });

/** A behavior option and its choices. The first is the default. */
export type ShownBehaviorOption = z.infer<typeof option>;

/** Routes of settings. */
export const settingsRoutes: readonly JsonRoute[] = [
  route(
    'GET',
    'settings',
    'Scenario, latency, rate limit, behavior, clock and size of the request log',
    { output: settings },
    shown,
  ),
  route(
    'PATCH',
    'settings',
    'Change any of { scenario, latencyMs, rateLimit, behavior }; responds as GET does',
    { input: settingsChange, output: settings },
    (context, { body }) => {
      context.mock.settings.change(body);
      return shown(context);
    },
  ),
  route(
    'GET',
    'behavior',
    'The behavior options: { name, description, choices, or }; or describes further JSON values that it takes',
    { output: z.array(option) },
    () =>
      Object.entries(behaviorOptions).map(([name, { description, choices, or }]) => ({
        name,
        description,
        choices: [...choices],
        ...(or && { or }),
      })),
  ),
];

function shown({ internals, mock, url }: ControlContext): SettingsView {
  const { clock, settings: current } = mock;
  const { capacity: entries, maxBytes: bytes } = internals.service.requestLog;
  return {
    baseUrl: url,
    scenario: current.scenario,
    latencyMs: current.latencyMs,
    rateLimit: current.rateLimit,
    behavior: { ...current.behavior },
    // Custom clocks run by themselves, as the system clock does.
    clock: { kind: clock.kind ?? 'system', now: new Date(clock.now()).toISOString() },
    requestLog: { entries, bytes },
  };
}
