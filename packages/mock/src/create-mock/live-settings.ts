import { limits } from '@issue-tracking/model';
import { parseInput } from '../platform/input/input-error.ts';
import type { Behavior } from '../service/behavior/behavior.ts';
import { resolveBehavior } from '../service/behavior/resolve.ts';
import type { Delay } from '../service/faults/delay.ts';
import { issueOrders } from '../service/handlers/issue-order.ts';
import { rateOfCredential } from '../service/pipeline/rate-limit.ts';
import type { Rate } from '../service/rate-window.ts';
import type { MockService } from '../service/service.ts';
import type { Scenario } from '../service/settings/scenarios.ts';
import {
  type ServiceSettings,
  type Settings,
  type SettingsChange,
  settingsChange,
} from '../service/settings/settings.ts';

/** Converts the option `rateLimit`; `undefined` for none. */
export function rateOf(option: SettingsChange['rateLimit']): Rate | undefined {
  if (option === false) return undefined;
  const { requests = limits.requests, windowMs = limits.windowMs } = option ?? {};
  return { requests, windowMs };
}

/** The settings of a running service. */
export class LiveSettings implements Settings {
  readonly #service: MockService;

  constructor(service: MockService) {
    this.#service = service;
  }

  get scenario(): Scenario {
    return this.#service.settings.scenario;
  }

  get latencyMs(): Delay {
    return this.#service.settings.latencyMs;
  }

  get rateLimit(): Rate | false {
    return this.#service.settings.rate ?? false;
  }

  get behavior(): Behavior {
    return this.#service.settings.behavior;
  }

  change(input: SettingsChange): void {
    const wording = { who: 'A change of settings', hasNo: 'There is no setting', member: 'The setting' };
    const change = parseInput(settingsChange, input, wording);
    const { scenario, latencyMs, behavior, rate } = this.#service.settings;
    putSettings(this.#service, {
      scenario: change.scenario ?? scenario,
      latencyMs: change.latencyMs ?? latencyMs,
      behavior: change.behavior ? resolveBehavior({ ...behavior, ...change.behavior }) : behavior,
      rate: change.rateLimit === undefined ? rate : rateOf(change.rateLimit),
    });
  }
}

/** Replaces the settings of a service. */
export function putSettings(service: MockService, settings: ServiceSettings): void {
  const { behavior, rate } = service.settings;
  service.settings = settings;
  if (settings.behavior !== behavior) {
    service.store.lag = settings.behavior.readLag;
    service.store.order = issueOrders[settings.behavior.issueOrder];
  }
  if (settings.rate !== rate) {
    service.admitted.resize((credential) => rateOfCredential(service, credential));
  }
  service.changes.notify('settings');
}
