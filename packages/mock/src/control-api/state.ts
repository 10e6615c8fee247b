import { type MockService, shownCredential } from '../state.ts';
import { shownFault } from './shown-fault.ts';

/** Returns the whole state of a mock as plain JSON. The same state gives the same text. */
export function stateOf(service: MockService): object {
  const { store, clock, ids, admitted, failures, faults, requestLog } = service;
  return {
    now: clock.now(),
    ids: ids.position,
    ...store.records(),
    admitted: admitted.toJSON(),
    failures: failures.toJSON(),
    faults: faults.list().map(({ fault, remaining }) => ({
      fault: shownFault(fault, (credential) => shownCredential(service, credential)),
      remaining,
    })),
    requests: requestLog.entries.map((entry) => entry.view()),
  };
}
