import type { FaultHandle } from '../../service/faults/active-fault.ts';
import type { Fault } from '../../service/faults/fault.ts';
import type { Faults } from '../../service/faults/fault-registry.ts';
import type { RequestFilter } from '../../service/request-log/request-filter.ts';
import type { RequestLog } from '../../service/request-log/request-log.ts';
import { LoggedRequests, nearestMiss, type Requests } from '../../service/request-log/requests.ts';

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
