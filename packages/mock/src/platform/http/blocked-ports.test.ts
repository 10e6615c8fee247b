import { expect, test } from 'vitest';
import { isLong } from '../../../../../tools/testing/seeds.ts';
import { blockedPorts } from './blocked-ports.ts';

/** Whether `fetch` opens a port. Its requests go to a dispatcher that sends none. */
async function opens(port: number): Promise<boolean> {
  const dispatcher = {
    dispatch() {
      throw new Error('not sent');
    },
  };
  // The cast: the types of the platform's fetch lack Node's dispatcher.
  const reason = await fetch(`http://127.0.0.1:${port}/`, { dispatcher } as object).catch((error) => error.cause);
  return reason.message !== 'bad port';
}

test('the blocked ports are those that Node’s fetch refuses', async () => {
  const refused: number[] = [];
  // The highest is 10080. Those of a new Node are found in the long run.
  const near = new Set([...blockedPorts].flatMap((port) => [port - 1, port, port + 1]));
  for (let port = 1; port < 11_000; port++) if ((isLong || near.has(port)) && !(await opens(port))) refused.push(port);
  expect(refused).toEqual([...blockedPorts]);
});
