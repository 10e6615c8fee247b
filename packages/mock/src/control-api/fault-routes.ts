import { HttpError } from '../platform/http/http-error.ts';
import type { FaultHandle } from '../service/faults/active-fault.ts';
import { faultSchema } from '../service/faults/fault.ts';
import { type MockService, shownCredential } from '../service/service.ts';
import { byId } from './inputs.ts';
import { type AddedFault, addedFaults, id, nothing } from './outputs.ts';
import { type JsonRoute, route } from './route.ts';
import { shownFault } from './shown-fault.ts';

/** The faults of the mock, from tests and from the control API. */
export const faultRoutes: readonly JsonRoute[] = [
  route(
    'POST',
    'faults',
    'Add a fault; times null is for every request; answers { id }',
    { input: faultSchema, output: id },
    ({ mock }, { body }) => ({ id: mock.faults.add(body).id }),
  ),
  route(
    'GET',
    'faults',
    'The faults in place and the last used-up ones, each with the requests that it applied to',
    { output: addedFaults },
    ({ mock, internals }) => mock.faults.all().map((handle) => added(handle, internals.service)),
  ),
  route('DELETE', 'faults', 'Remove every fault', { output: nothing }, ({ mock }) => {
    mock.faults.clear();
    return {};
  }),
  route('DELETE', 'faults/{id}', 'Remove one fault', { params: byId, output: nothing }, ({ mock }, { params }) => {
    const fault = mock.faults.all().find((each) => each.id === params.id);
    if (!fault) throw new HttpError(404, `No ${params.id}: GET faults lists those there are`);
    fault.remove();
    return {};
  }),
];

function added({ id: faultId, fault, remaining, requests }: FaultHandle, service: MockService): AddedFault {
  const shown = shownFault(fault, (credential) => shownCredential(service, credential));
  return { id: faultId, fault: shown, remaining: Number.isFinite(remaining) ? remaining : null, requests };
}
