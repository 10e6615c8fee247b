import type { Panel } from '../state/panel.ts';
import { places } from './places.ts';
import { scenarios } from './scenarios.ts';

/** Something that one can have the panel do by name. */
export interface Command {
  readonly text: string;
  readonly group: string;
  run(): unknown;
}

const spans = [
  ['1 second', 1000],
  ['1 minute', 60_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
] as const;

/** Everything that is worth a name. */
export function commandsOf(panel: Panel): Command[] {
  const advance = (ms: number) => panel.ask('POST', 'clock', { advanceMs: ms });
  const last = panel.undos.value.at(-1);
  return [
    ...places.map(({ view, text }) => ({ group: 'Go to', text, run: () => panel.go(view) })),
    ...(last ? [{ group: 'Mock', text: `Undo: ${last.label}`, run: () => panel.undo() }] : []),
    { group: 'Mock', text: 'Reset to the beginning', run: () => panel.reset() },
    { group: 'Mock', text: 'Clear the requests', run: () => clearRequests(panel) },
    { group: 'Mock', text: 'Remove every failure', run: () => removeFaults(panel) },
    {
      group: 'Mock',
      text: 'Take a snapshot',
      run: () => takeSnapshot(panel, ''),
    },
    ...scenarios.map(({ value, text }) => ({
      group: 'Scenario',
      text,
      run: () => panel.change(`Scenario: ${text}`, () => panel.ask('PATCH', 'settings', { scenario: value })),
    })),
    ...spans.map(([text, ms]) => ({
      group: 'Advance the clock',
      text: `by ${text}`,
      run: () => panel.change(`Clock advanced by ${text}`, () => advance(ms)),
    })),
    ...panel.endpoints.value.map(({ name }) => ({
      group: 'Fail once with 503',
      text: name,
      run: () =>
        panel.change(`${name} fails once with 503`, () => panel.ask('POST', 'faults', { endpoint: name, status: 503 })),
    })),
    ...(['auto', 'light', 'dark'] as const).map((theme) => ({
      group: 'Colours',
      text: theme === 'auto' ? 'As the system' : theme === 'light' ? 'Light' : 'Dark',
      run: () => {
        panel.theme.value = theme;
      },
    })),
  ];
}

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
