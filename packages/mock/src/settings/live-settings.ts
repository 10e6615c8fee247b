import { limits } from '@issue-tracking/model';
import { parseInput } from '../platform/input/input-error.ts';
import type { Behavior } from '../behavior/behavior.ts';
import { resolveBehavior } from '../behavior/resolve.ts';
import type { Delay } from '../platform/delay.ts';
import { issueOrders } from '../endpoints/issue-order.ts';
import { rateOfCredential } from '../steps/rate-limit.ts';
import type { Rate } from '../rate-window.ts';
import type { MockService } from '../state.ts';
import type { Scenario } from './scenarios.ts';
import {
  type ServiceSettings,
  type Settings,
  type SettingsChange,
  settingsChange,
} from './settings.ts';

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
