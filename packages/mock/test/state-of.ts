import type { Mock } from '@issue-tracking/mock';
import { shownFault } from '../src/control/shown-fault.ts';
import { faultsOf } from '../src/faults/faults.ts';
import { internalsOf } from '../src/mock/internals.ts';
import { shownCredential } from '../src/state.ts';

/** Returns the whole state of a mock as plain JSON. The same state gives the same text. */
export function stateOf(mock: Mock): object {
  const { service } = internalsOf(mock);
  const { store, clock, ids, state } = service;
  const shown = {
    now: clock.now(),
    ids: ids.position,
    ...store.records(),
    admitted: Object.fromEntries(state.admitted),
    failures: Object.fromEntries(state.failures),
    faults: faultsOf(service)
      .list()
      .map(({ fault, remaining }) => ({
        fault: shownFault(fault, (credential) => shownCredential(service, credential)),
        remaining,
      })),
    requests: [...state.log.entries].map((entry) => entry.view()),
  };
  return JSON.parse(JSON.stringify(shown));
}
