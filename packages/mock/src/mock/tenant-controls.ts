import type { FaultHandle } from '../faults/fault-state.ts';
import type { Fault } from '../faults/fault.ts';
import type { Faults } from '../faults/faults.ts';
import type { RequestFilter } from '../log/filter.ts';
import type { RequestLog } from '../log/log.ts';
import { LoggedRequests, nearestMiss, type Requests } from '../log/requests.ts';

/** The requests of one tenant. Size and numbers of the log are those of the mock. */
export interface TenantRequests extends Omit<Requests, 'clear'> {}

/** Returns the faults that apply only to requests of one organization. */
export function tenantFaults(faults: Faults, tenant: string): Faults {
  const own = (handles: readonly FaultHandle[]) => handles.filter(({ fault }) => fault.tenant === tenant);
  return {
    add: (fault: Fault) => faults.add({ ...fault, tenant }),
    list: () => own(faults.list()),
    all: () => own(faults.all()),
    unused: () => own(faults.unused()),
    clear() {
      for (const handle of own(faults.all())) handle.remove();
    },
  };
}

/** Returns the requests of one organization. */
export function tenantRequests(log: RequestLog, tenant: string): TenantRequests {
  const requests = new LoggedRequests(log);
  const own = (filter: RequestFilter): RequestFilter => ({ ...filter, tenant });
  return {
    all: () => requests.all().filter((entry) => entry.tenant === tenant),
    last: () => requests.all().findLast((entry) => entry.tenant === tenant),
    find: (filter) => requests.find(own(typeof filter === 'function' ? { matches: filter } : filter)),
    nearestMiss: (filter) => nearestMiss(log, filter, tenant),
    get dropped() {
      return requests.dropped;
    },
  };
}
