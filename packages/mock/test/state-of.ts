import type { Mock } from '@issue-tracking/mock';
import { shownFault } from '../src/control/shown-fault.ts';
import { internalsOf } from '../src/create-mock/internals.ts';
import { shownCredential } from '../src/service/service.ts';

/** Returns the whole state of a mock as plain JSON. The same state gives the same text. */
export function stateOf(mock: Mock): object {
  const { service } = internalsOf(mock);
  const { store, clock, ids, admitted, failures, faults, requestLog } = service;
  const state = {
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
  return JSON.parse(JSON.stringify(state));
}
