/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { effects } from '../failures/effects.ts';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { Pill } from '../parts/pills.tsx';
import { usePanel } from '../state/panel.ts';
import { EndpointText } from '../timeline/row.tsx';
import { targetOf } from '../timeline/words.ts';
import type { LogEntry } from '../transport/responses.ts';

const times = [
  ['once', 1],
  ['3 times', 3],
  ['always', null],
] as const;

/** Makes the next requests to the same endpoint, project and issue fail. */
export function FailNext({ entry }: { entry: LogEntry }) {
  const panel = usePanel();
  const [often, setOften] = useState<number | null>(1);
  const which = entry.endpoint
    ? { endpoint: entry.endpoint, ...targetOf(entry.path) }
    : { path: entry.path, when: 'arrival' };
  return (
    <Menu label="Fail next" button="Fail next">
      {(close) => (
        <>
          <div class="soft">
            Next requests to <EndpointText entry={entry} />
          </div>
          <fieldset class="line" aria-label="How often">
            {times.map(([text, count]) => (
              <Pill key={text} isPressed={count === often} onClick={() => setOften(count)}>
                {text}
              </Pill>
            ))}
          </fieldset>
          {effects
            .filter(({ isCommon }) => isCommon)
            .map(({ text, fault }) => (
              <MenuItem
                key={text}
                onClick={() => {
                  close();
                  void panel.change('faults.add', { ...which, ...fault, times: often });
                }}
              >
                {text}
              </MenuItem>
            ))}
        </>
      )}
    </Menu>
  );
}
