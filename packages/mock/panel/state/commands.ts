import type { Panel } from './panel.ts';

export function clearRequests(panel: Panel): Promise<unknown> {
  return panel.change('Requests cleared', () => panel.ask('DELETE', 'requests'));
}

export function removeFaults(panel: Panel): Promise<unknown> {
  return panel.change('Every failure removed', () => panel.ask('DELETE', 'faults'));
}

/** Not a change: there is nothing to take back. */
export async function takeSnapshot(panel: Panel, name: string): Promise<void> {
  try {
    await panel.ask('POST', 'snapshot', name === '' ? {} : { name });
    panel.notify(name === '' ? 'Snapshot taken' : `Snapshot taken: ${name}`);
  } catch (error) {
    panel.fail(error);
  }
}
