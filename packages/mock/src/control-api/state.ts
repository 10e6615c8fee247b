import { faultsOf } from '../faults/faults.ts';
import { type Service, shownCredential } from '../state.ts';
import { shownFault } from './shown-fault.ts';

/** Returns the whole state of a mock as plain JSON. The same state gives the same text. */
export function stateOf(service: Service): object {
  const { store, clock, ids, state } = service;
  return {
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
}
