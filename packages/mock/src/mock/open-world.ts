import { type Fault, parseFault } from '../faults/fault.ts';
import { faultsOf, switchFault } from '../faults/faults.ts';
import { loadWorld } from '../records/load-world.ts';
import { changedSettings } from '../settings/live-settings.ts';
import { applySettings, type Service } from '../state.ts';
import { parseWorldFile } from './world-file.ts';

/**
 * Returns a function that replaces the records by those of a world file, and what else of the state the file has. It can't fail:
 * all is checked before.
 *
 * @throws WorldError for an invalid file; TypeError for a fault that the adapter in use can't carry out.
 */
export function openingOf(service: Service, file: unknown): () => void {
  const { records, state: saved } = parseWorldFile(file);
  const { state, store, ids, clock, faultGuards } = service;
  const settings = saved.settings && changedSettings(state.settings, saved.settings);
  const faults = saved.faults?.map(({ off = false, ...fault }) => ({ off, fault: parseFault(fault) }));
  for (const { fault } of faults ?? []) for (const guard of faultGuards) guard(fault);
  return () => {
    if (saved.now !== undefined) {
      clock.jump(Date.parse(saved.now));
      // They are of another time.
      Object.assign(state, { admitted: new Map(), failures: new Map() });
    }
    loadWorld({ store, ids, now: clock.now() }, records);
    if (settings) {
      state.settings = settings;
      applySettings(service);
    }
    if (faults) replaceFaults(service, faults);
    service.changes.notify('all');
  };
}

/** Replaces all faults. */
function replaceFaults(service: Service, saved: readonly { readonly fault: Fault; readonly off: boolean }[]): void {
  const faults = faultsOf(service);
  faults.clear();
  for (const { fault, off } of saved) {
    const { id } = faults.add(fault);
    const added = service.state.faults.active.find((each) => each.id === id);
    if (added && off) switchFault(service, added, true);
  }
}
