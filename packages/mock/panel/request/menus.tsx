/** @jsxImportSource preact */

import { useState } from 'preact/hooks';
import type { RequestEntry } from '../../src/control/types.ts';
import { effects } from '../failures/effects.ts';
import { Button } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { type Panel, usePanel } from '../state/panel.ts';
import { EndpointText } from '../timeline/row.tsx';
import { targetOf } from '../timeline/words.ts';

/** The forms in which the mock writes a request. */
export const copies = [
  { name: 'curl', hint: 'with its key', method: 'requests.curl' },
  { name: 'SDK call', hint: 'of a client', method: 'requests.sdk' },
  { name: 'Test', hint: 'with the same response', method: 'requests.test' },
  { name: 'Story', hint: 'for Storybook', method: 'requests.story' },
] as const;

/** Copies a request in one of the forms. */
export function copyRequest(panel: Panel, number: number, { name, method }: (typeof copies)[number]): Promise<void> {
  const text = panel.call(method, { number }).then((copied) => copied.text);
  return panel.copy(name, text);
}

/** Forms that are of use: without a server, `curl` reaches nothing. */
export const copiesFor = ({ isServed }: Panel) => copies.filter(({ name }) => isServed || name !== 'curl');

export function CopyAs({ entry }: { entry: RequestEntry }) {
  const panel = usePanel();
  return (
    <Menu label="Copy as" button="Copy as">
      {copiesFor(panel).map((each) => (
        <Button key={each.name} look="item" hint={each.hint} onClick={() => copyRequest(panel, entry.number, each)}>
          {each.name}
        </Button>
      ))}
    </Menu>
  );
}

const times = [
  ['once', 1],
  ['3 times', 3],
  ['always', null],
] as const;

/** Makes the next requests to the same endpoint, project and issue fail. */
export function FailNext({ entry }: { entry: RequestEntry }) {
  const panel = usePanel();
  const [often, setOften] = useState<number | null>(1);
  const which = entry.endpoint
    ? { endpoint: entry.endpoint, ...targetOf(entry.path) }
    : { path: entry.path, when: 'arrival' };
  return (
    <Menu label="Fail next" button="Fail next">
      <div class="soft">
        Next requests to <EndpointText entry={entry} />
      </div>
      <fieldset class="line" aria-label="How often">
        {times.map(([text, count]) => (
          <Button key={text} look="pill" aria-pressed={count === often} onClick={() => setOften(count)}>
            {text}
          </Button>
        ))}
      </fieldset>
      {effects
        .filter(({ isCommon }) => isCommon)
        .map(({ text, fault }) => (
          <Button
            key={text}
            look="item"
            onClick={() => panel.change('faults.add', { ...which, ...fault, times: often })}
          >
            {text}
          </Button>
        ))}
    </Menu>
  );
}
