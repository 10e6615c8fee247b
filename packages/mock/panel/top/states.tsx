/** @jsxImportSource preact */
import { useRef } from 'preact/hooks';
import { Button, IconButton } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { dateText } from '../parts/times.ts';
import { useLive } from '../state/live.ts';
import { type Panel, usePanel } from '../state/panel.ts';

/** Named states: save, restore, download, open, delete. What was changed without one is in the timeline, with Undo. */
export function States() {
  const panel = usePanel();
  const file = useRef<HTMLInputElement>(null);
  const all = useLive('snapshots.all') ?? [];
  const saved = all.filter(({ name }) => name !== null).toReversed();
  return (
    <>
      <input
        ref={file}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="State to open"
        onChange={async ({ currentTarget }) => {
          const [opened] = currentTarget.files ?? [];
          if (opened) await openState(panel, opened);
          currentTarget.value = '';
        }}
      />
      <Menu
        label="States"
        button={
          <>
            <Icon name="save" />
            <span class="from-wide">States</span>
          </>
        }
      >
        <Form
          class="line"
          onSubmit={async ({ name }, form) => {
            if (await saveState(panel, String(name))) form.reset();
          }}
        >
          <input
            ref={focus}
            name="name"
            aria-label="Name of the state"
            placeholder="Name, such as: before lunch"
            required
            pattern=".*\S.*"
            autocomplete="off"
          />
          <Button type="submit" look="primary">
            Save
          </Button>
        </Form>
        {saved.length > 0 && (
          <ul class="rows" aria-label="Saved states">
            {saved.map(({ id, name, now }) => (
              <li key={id} class="bar">
                <span class="grow">
                  <span class="cut" dir="auto">
                    {name}
                  </span>
                  <span class="soft figure">{dateText(now)}</span>
                </span>
                <Button
                  class="closes"
                  aria-label={`Restore ${name}`}
                  onClick={() => panel.change('restore', { id }, `Went back to “${name}”: data, requests and clock`)}
                >
                  Restore
                </Button>
                <IconButton
                  icon="download"
                  name={`Download ${name}`}
                  onClick={() => download(panel, String(name), 'state.file', { id })}
                />
                <IconButton
                  icon="trash"
                  name={`Delete ${name}`}
                  onClick={() => panel.attempt(() => panel.call('snapshots.delete', { id }), `Deleted “${name}”`)}
                />
              </li>
            ))}
          </ul>
        )}
        <Button
          look="item"
          hint="records, failures, clock, settings"
          onClick={() => download(panel, 'mock-state', 'state.file')}
        >
          Download everything
        </Button>
        <Button look="item" hint="for createMock and --world" onClick={() => download(panel, 'world', 'exportWorld')}>
          Download the records alone
        </Button>
        <Button look="item" hint="or drop it on the panel" onClick={() => file.current?.click()}>
          Open a downloaded file…
        </Button>
        <Button look="item" hint="Undo brings all back" onClick={() => panel.change('reset')}>
          Reset everything
        </Button>
      </Menu>
    </>
  );
}

const focus = (input: HTMLInputElement | null) => input?.focus();

/** Saves the present state under a name. */
export function saveState(panel: Panel, name: string): Promise<unknown> {
  return panel.attempt(() => panel.call('snapshot', { name: name.trim() }), `Saved “${name.trim()}”`);
}

async function download(panel: Panel, name: string, method: 'state.file' | 'exportWorld', input = {}): Promise<void> {
  await panel.attempt(async () => {
    const content = JSON.stringify(await panel.call(method, input), null, 2);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`${content}\n`], { type: 'application/json' }));
    link.download = `${name.replaceAll(/[^\w.-]+/g, '-')}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  }, `Downloaded ${name}`);
}

/** Opens a file with a whole state. */
export async function openState(panel: Panel, file: File): Promise<void> {
  const content = await panel.attempt(async () => JSON.parse(await file.text()) as unknown);
  if (content !== undefined) await panel.change('state.open', { file: content });
}
