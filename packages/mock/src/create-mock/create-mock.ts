import { HttpResponse, http } from 'msw';
import { createHandlers } from '../adapters/msw/msw-handlers.ts';
import { coreOf } from '../core.ts';
import type { Mock } from '../mock.ts';
import { createCollections } from '../store/create-collections.ts';
import { createCoreMock } from './create-core-mock.ts';
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
  // The same object: adapters find the core behind it.
  return Object.assign(mock, {
    handlers: createHandlers(core, { http, HttpResponse }),
    world: createCollections(core.store),
  });
}
