import { type EndpointName, endpoints, exactEnum } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { type ControlRoute, get, post } from './route.ts';

const endpointNames = Object.keys(endpoints) as EndpointName[];
const number = z.number('must be a number');
const text = z.string('must be a string');

/** The JSON of a fault; what its numbers may be, and what goes together, the mock checks itself. */
const fault = z.strictObject({
  endpoint: z.exactOptional(exactEnum(endpointNames)),
  apiKey: z.exactOptional(text),
  /** JSON has no `Infinity`: `null` stands for every request. */
  times: z.exactOptional(z.nullable(number)),
  when: z.exactOptional(exactEnum(['before', 'after'])),
  status: z.exactOptional(number),
  headers: z.exactOptional(z.record(text, text, 'must be an object of strings')),
  body: z.exactOptional(z.unknown()),
  delayMs: z.exactOptional(number),
  drop: z.exactOptional(z.boolean('must be true or false')),
  truncate: z.exactOptional(number),
});

/** Scripted failures. */
export const faultRoutes: readonly ControlRoute[] = [
  post(
    'faults',
    'Add a fault; times null is for every request; answers { id }',
    fault,
    ({ mock, faults }, { times, ...rest }) => {
      const handle = mock.faults.add({
        ...rest,
        ...(times !== undefined && { times: times ?? Number.POSITIVE_INFINITY }),
      });
      return { id: faults.put(handle) };
    },
  ),
  get('faults', 'The faults added here, each with the requests it has touched', ({ faults }) =>
    faults.all().map(([id, { fault, left, report }]) => ({
      id,
      fault,
      left: Number.isFinite(left) ? left : null,
      report,
    })),
  ),
  {
    method: 'DELETE',
    path: 'faults',
    summary: 'Take out every fault',
    body: null,
    run({ mock, faults }) {
      mock.faults.clear();
      faults.clear();
      return {};
    },
  },
];
