import { createHandlers, type Msw } from '../../adapters/msw/msw-handlers.ts';
import { createCollections } from '../../data/store/create-collections.ts';
import { coreOf } from '../../mock/core.ts';
import { createCoreMock } from '../../mock/create-core-mock.ts';
import type { Mock } from '../../mock/mock.ts';

/**
 * What `createMock()` makes. But most tests ask for nothing of MSW, which takes longer to load than all else together:
 * MSW is loaded when `handlers` is read.
 */
export function createMockForTest(): Mock {
  const mock = createCoreMock();
  const core = coreOf(mock);
  let handlers: Mock['handlers'] | undefined;
  Object.assign(mock, { world: createCollections(core.store) });
  // Not enumerable: whoever prints or copies the mock doesn't ask for MSW.
  Object.defineProperty(mock, 'handlers', { get: () => (handlers ??= createHandlers(core, loadMsw())) });
  // TypeScript doesn't follow what was defined above.
  return mock as Mock;
}

// In a browser no module can be loaded in the middle of a function, so there MSW is loaded with this file, if at all.
const inBrowser: Msw | undefined = moduleLoader() ? undefined : await import('msw').catch(() => undefined);

function loadMsw(): Msw {
  const msw: Msw | undefined = moduleLoader()?.createRequire(import.meta.url)('msw') ?? inBrowser;
  if (!msw) throw new TypeError('mock.handlers needs the package msw. Install it beside @issue-tracking/mock.');
  return msw;
}

/** Of Node, and of what does as Node does. */
function moduleLoader() {
  return globalThis.process?.getBuiltinModule?.('node:module');
}
