/** @jsxImportSource preact */
import { useRef } from 'preact/hooks';
import { Button, IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { dateText } from '../parts/times.ts';
import { useLive } from '../state/live.ts';
import { type Panel, usePanel } from '../state/panel.ts';
import type { SavedSnapshot } from '../transport/responses.ts';

/** Named states: save, restore, download, open, delete. What was changed without one is in the timeline, with Undo. */
export function States() {
  const panel = usePanel();
  const file = useRef<HTMLInputElement>(null);
  const all = useLive<readonly SavedSnapshot[]>(['snapshots.all']) ?? [];
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
        {(close) => (
          <>
            <form
              class="line"
              onSubmit={async (event) => {
                event.preventDefault();
                const form = event.currentTarget;
                const name = String(new FormData(form).get('name')).trim();
                if (name && (await panel.attempt(() => panel.call('snapshot', { name }), `Saved “${name}”`)))
                  form.reset();
              }}
            >
              <input
                name="name"
                aria-label="Name of the state"
                placeholder="Name of this state"
                required
                autocomplete="off"
              />
              <Button type="submit" look="primary">
                Save
              </Button>
            </form>
            {saved.length > 0 && (
              <ul class="saved" aria-label="Saved states">
                {saved.map(({ id, name, now }) => (
                  <li key={id} class="line">
                    <span class="grow">
                      <span class="cut" dir="auto">
                        {name}
                      </span>
                      <span class="soft figure">{dateText(now)}</span>
                    </span>
                    <Button
                      aria-label={`Restore ${name}`}
                      onClick={() => {
                        close();
                        void panel.change('restore', { id });
                      }}
                    >
                      Restore
                    </Button>
                    <IconButton
                      icon="download"
                      name={`Download ${name}`}
                      onClick={() => download(panel, String(name), id)}
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
            <MenuItem hint="as one file" onClick={() => download(panel, 'mock-state')}>
              Download this state
            </MenuItem>
            <MenuItem
              hint="for createMock and --world"
              onClick={() => download(panel, 'world', undefined, 'exportWorld')}
            >
              Download the records
            </MenuItem>
            <MenuItem hint="or drop it on the panel" onClick={() => file.current?.click()}>
              Open a file…
            </MenuItem>
            <MenuItem
              hint="Undo brings all back"
              onClick={() => {
                close();
                void panel.change('reset');
              }}
            >
              Reset
            </MenuItem>
          </>
        )}
      </Menu>
    </>
  );
}

async function download(panel: Panel, name: string, id?: string, method = 'state.file'): Promise<void> {
  await panel.attempt(async () => {
    const content = await panel.call(method, id === undefined ? {} : { id });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' }));
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
