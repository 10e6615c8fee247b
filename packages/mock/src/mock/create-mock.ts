import { HttpResponse, http } from 'msw';
import { createHandlers } from '../adapters/msw/msw-handlers.ts';
import type { Collections } from '../data/store/collections.ts';
import { createCollections } from '../data/store/create-collections.ts';
import { coreOf } from './core.ts';
import type { CoreMock } from './core-mock.ts';
import { createCoreMock } from './create-core-mock.ts';
import type { Mock } from './mock.ts';
import type { MockOptions } from './options.ts';

/**
 * Makes the Issue Tracking API in memory. It returns at once, so that `handlers` can stand at module level.
 *
 * @example
 * const mock = createMock();
 * const client = new IssueTrackingClient(mock.clientOptions);
 *
 * @throws WorldError for a world with mistakes, naming each by its path; TypeError for other options that make no sense.
 */
export function createMock(options: MockOptions = {}): Mock {
  const mock = createCoreMock(options);
  const core = coreOf(mock);
  let world: Collections | undefined;
  const more: PropertyDescriptorMap & Record<keyof Omit<Mock, keyof CoreMock>, PropertyDescriptor> = {
    handlers: { value: createHandlers(core, { http, HttpResponse }), enumerable: true },
    world: {
      // Made when somebody looks: most tests never do, and a large world takes a while to show.
      get() {
        world ??= createCollections(core.store);
        return world;
      },
      enumerable: true,
    },
  };
  // The same object, so that adapters find the core behind it; it is a `Mock` with these.
  return Object.defineProperties(mock, more) as Mock;
}
