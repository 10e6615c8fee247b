import type { History } from '../history.ts';
import type { Reversal } from '../made-change.ts';
import { changedMembers, withoutChange } from '../without-change.ts';
import type { ServiceSettings } from './settings.ts';

/** The part of a service's state with the present settings. */
interface Holder {
  readonly settings: ServiceSettings;
}

/**
 * Changes the settings.
 *
 * @param set Puts settings in place of the present ones.
 */
export function changeSettings(
  { state, history }: { readonly state: Holder; readonly history: History },
  settings: ServiceSettings,
  set: (settings: ServiceSettings) => void,
): void {
  const before = state.settings;
  const change = () => {
    history.part(state, () => new SettingsBack(state, set))?.note(settings);
    set(settings);
  };
  history.make('settings.change', change, () => ({ words: () => wordsOf(before, settings) }));
}

/** Brings settings back, but for those that the change left as they were. */
class SettingsBack implements Reversal {
  readonly #state: Holder;
  readonly #set: (settings: ServiceSettings) => void;
  readonly #before: ServiceSettings;
  #after: ServiceSettings;

  constructor(state: Holder, set: (settings: ServiceSettings) => void) {
    this.#state = state;
    this.#set = set;
    this.#before = state.settings;
    this.#after = state.settings;
  }

  note(after: ServiceSettings): void {
    this.#after = after;
  }

  get isEmpty(): boolean {
    return changedMembers(flat(this.#before), flat(this.#after)).length === 0;
  }

  check(): void {
    this.#merged();
  }

  takeBack(): void {
    const { scenario, latencyMs, rate, ...behavior } = this.#merged();
    this.#set({ scenario, latencyMs, rate, behavior: behavior as ServiceSettings['behavior'] });
  }

  #merged(): Flat {
    const again = (member: string) => new TypeError(`The setting ${member} was changed again since.`);
    return withoutChange(flat(this.#before), flat(this.#after), flat(this.#state.settings), again);
  }
}

/** Settings with the behavior options beside the others. */
type Flat = Omit<ServiceSettings, 'behavior'> & ServiceSettings['behavior'];

function flat({ behavior, ...rest }: ServiceSettings): Flat {
  return { ...rest, ...behavior };
}

/** Returns a change of settings in words. */
function wordsOf(before: ServiceSettings, after: ServiceSettings): string {
  const members = changedMembers(flat(before), flat(after));
  const values = members.map((member) => {
    const value: unknown = Reflect.get(flat(after), member);
    if (member === 'rate') return after.rate ? `rate limit to ${after.rate.requests}` : 'no rate limit';
    return `${member} to ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  return `Set ${values.join(', ')}`;
}
