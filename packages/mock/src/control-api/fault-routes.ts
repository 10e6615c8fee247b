import { HttpError } from '../platform/http/http-error.ts';
import type { FaultHandle } from '../service/faults/active-fault.ts';
import { faultSchema } from '../service/faults/fault.ts';
import { type MockService, shownCredential } from '../service/service.ts';
import { byId } from './inputs.ts';
import { type AddedFault, addedFaults, id, nothing } from './outputs.ts';
import { type JsonRoute, route } from './route.ts';
import { shownFault } from './shown-fault.ts';

/** Routes of faults, including those that tests have added. */
export const faultRoutes: readonly JsonRoute[] = [
  route(
    'POST',
    'faults',
    'Add a fault; times null applies it to every request; returns { id }',
    { input: faultSchema, output: id },
    ({ mock }, { body }) => ({ id: mock.faults.add(body).id }),
  ),
  route(
    'GET',
    'faults',
    'The active faults and the last consumed ones, each with the requests that it applied to',
    { output: addedFaults },
    ({ mock, internals }) => mock.faults.all().map((handle) => added(handle, internals.service)),
  ),
  route('DELETE', 'faults', 'Remove all faults', { output: nothing }, ({ mock }) => {
    mock.faults.clear();
    return {};
  }),
  route('DELETE', 'faults/{id}', 'Remove one fault', { params: byId, output: nothing }, ({ mock }, { params }) => {
    const fault = mock.faults.all().find((each) => each.id === params.id);
    if (!fault) throw new HttpError(404, `There is no fault "${params.id}": GET /__mock/faults lists all`);
    fault.remove();
    return {};
  }),
];

function added({ id: faultId, fault, remaining, requests }: FaultHandle, service: MockService): AddedFault {
  const shown = shownFault(fault, (credential) => shownCredential(service, credential));
  return { id: faultId, fault: shown, remaining: Number.isFinite(remaining) ? remaining : null, requests };
}
