import { faultSchema } from '../faults/fault.ts';
import type { FaultHandle } from '../faults/fault-state.ts';
import type { RequestEntry } from '../log/request-entry.ts';
import { HttpError } from '../platform/http/http-error.ts';
import { type Service, shownCredential } from '../state.ts';
import { byId } from './inputs.ts';
import { type JsonRoute, route } from './route.ts';
import { type ShownFault, shownFault } from './shown-fault.ts';

/** A fault, active or consumed. */
export interface AddedFault {
  readonly id: string;
  readonly fault: ShownFault;
  /** The number of requests it will still apply to; `null` for all. */
  readonly remaining: number | null;
  readonly requests: readonly RequestEntry[];
}

/** Routes of faults, including those that tests have added. */
export const faultRoutes: readonly JsonRoute[] = [
  route(
    'POST',
    'faults',
    'Add a fault; times null applies it to every request; returns { id }',
    { input: faultSchema },
    ({ mock }, { body }) => ({ id: mock.faults.add(body).id }),
  ),
  route(
    'GET',
    'faults',
    'The active faults and the last consumed ones, each with the requests that it applied to',
    {},
    ({ mock, internals }) => mock.faults.all().map((handle) => added(handle, internals.service)),
  ),
  route('DELETE', 'faults', 'Remove all faults', {}, ({ mock }) => {
    mock.faults.clear();
    return {};
  }),
  route('DELETE', 'faults/{id}', 'Remove one fault', { params: byId }, ({ mock }, { params }) => {
    const fault = mock.faults.all().find((each) => each.id === params.id);
    if (!fault) throw new HttpError(404, `There is no fault "${params.id}": GET /__mock/faults lists all`);
    fault.remove();
    return {};
  }),
];

function added({ id: faultId, fault, remaining, requests }: FaultHandle, service: Service): AddedFault {
  const shown = shownFault(fault, (credential) => shownCredential(service, credential));
  return { id: faultId, fault: shown, remaining: Number.isFinite(remaining) ? remaining : null, requests };
}
