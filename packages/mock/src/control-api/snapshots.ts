import * as z from 'zod/mini';
import { post } from './route.ts';

/** Going back in time. */
export const snapshotRoutes = [
  post('reset', 'Go back to how the mock was started', z.strictObject({}), ({ mock, faults }) => {
    mock.reset();
    faults.clear();
    return {};
  }),
  post('snapshot', 'Take everything down; answers { id }', z.strictObject({}), ({ mock, snapshots }) => ({
    id: snapshots.put(mock.snapshot()),
  })),
  post(
    'restore',
    'Go back to the snapshot { id }',
    z.strictObject({ id: z.string('must be a string') }),
    ({ mock, snapshots }, { id }) => {
      mock.restore(snapshots.get(id));
      return {};
    },
  ),
];
