/** @jsxImportSource preact */
import { Menu, MenuItem } from '../parts/menu.tsx';
import { type Panel, usePanel } from '../state/panel.ts';
import type { CopiedRequest, LogEntry } from '../transport/responses.ts';

/** The forms in which the mock writes a request. */
export const copies: readonly { name: string; hint: string; method: string; isServed?: true }[] = [
  { name: 'curl', hint: 'with its key', method: 'requests.curl', isServed: true },
  { name: 'SDK call', hint: 'client.…', method: 'requests.sdk' },
  { name: 'Test', hint: 'with the same response', method: 'requests.test' },
  { name: 'Story', hint: 'for Storybook', method: 'requests.story' },
];

/** Copies a request in one of the forms. */
export function copyRequest(panel: Panel, number: number, { name, method }: (typeof copies)[number]): Promise<void> {
  const text = panel.call<CopiedRequest>(method, { number }).then((copied) => copied.text);
  return panel.copy(name, text);
}

/** Forms that are of use: without a server, `curl` reaches nothing. */
export const copiesFor = ({ isServed }: Panel) => copies.filter((each) => isServed || !each.isServed);

export function CopyAs({ entry }: { entry: LogEntry }) {
  const panel = usePanel();
  return (
    <Menu label="Copy as" button="Copy as">
      {(close) =>
        copiesFor(panel).map((each) => (
          <MenuItem
            key={each.name}
            hint={each.hint}
            onClick={() => {
              close();
              void copyRequest(panel, entry.number, each);
            }}
          >
            {each.name}
          </MenuItem>
        ))
      }
    </Menu>
  );
}
