/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { AddedFault } from '../../src/control/types.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Heading } from '../parts/texts.tsx';
import { revealed } from '../state/credentials.ts';
import { nameOf, useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { Builder, More } from './builder.tsx';
import { type Draft, isEffect, templates } from './effects.ts';

/** Used up failures that are shown. */
const shownUsed = 20;

/** The failures as rules, and the sentence that makes one. */
export function Failures() {
  const panel = usePanel();
  const all = useLive('faults.all');
  const credentials = useLive('limits')?.credentials ?? [];
  const [draft, setDraft] = useState<Draft>({ times: 1, status: 503 });
  const [edited, setEdited] = useState<string>();
  const rules = (all ?? []).toReversed();
  const active = rules.filter(({ remaining }) => remaining !== 0);
  const used = rules.filter(({ remaining }) => remaining === 0).slice(0, shownUsed);

  async function add() {
    const key = credentials.find(({ name }) => name === draft.apiKey);
    const apiKey = key && (await revealed(panel, key.kind, key.name));
    const added = await panel.change('faults.add', { ...draft, apiKey });
    if (!added) return;
    // The old rule stays if the mock does not accept the new one.
    if (edited !== undefined) await panel.change('faults.remove', { id: edited });
    setEdited(undefined);
  }

  function edit({ id, fault, remaining }: AddedFault) {
    // A function can't be given back.
    const { matches: _matches, ...rest } = fault;
    setDraft({ ...rest, apiKey: nameOf(fault.apiKey), times: remaining });
    setEdited(id);
  }

  return (
    <div class="scroll failures">
      <section class="stack" aria-label="New failure">
        <fieldset class="line" aria-label="Start from">
          <span class="soft" aria-hidden="true">
            Start from
          </span>
          {templates.map(({ text, fault }) => (
            <Button
              key={text}
              look="pill"
              onClick={() => setDraft({ ...(isEffect(fault) ? targetOf(draft) : draft), ...fault })}
            >
              {text}
            </Button>
          ))}
        </fieldset>
        <Builder draft={draft} onChange={setDraft} />
        <div class="line">
          <Button look="primary" onClick={add}>
            {edited === undefined ? 'Add failure' : `Save ${edited}`}
          </Button>
          {edited !== undefined && <Button onClick={() => setEdited(undefined)}>Cancel</Button>}
        </div>
        <More draft={draft} onChange={setDraft} />
      </section>
      <section class="stack" aria-label="Rules">
        <div class="line">
          <Heading class="grow" of="failures">
            Rules
          </Heading>
          {active.length > 1 && (
            <Button look="quiet" onClick={() => panel.change('faults.clear')}>
              Remove all
            </Button>
          )}
        </div>
        {all && active.length === 0 && (
          <p class="soft">
            Every request gets the normal response. “Fail next” at the foot of a request adds a rule, too.
          </p>
        )}
        <ul class="rows">
          {active.map((rule) => (
            <Rule key={rule.id} rule={rule} onEdit={() => edit(rule)} />
          ))}
        </ul>
        {used.length > 0 && (
          <details open={used.some(({ id }) => id === panel.path[1])}>
            <summary>{used.length} used up</summary>
            <ul class="rows">
              {used.map((rule) => (
                <Rule key={rule.id} rule={rule} />
              ))}
            </ul>
          </details>
        )}
      </section>
    </div>
  );
}

function targetOf({ endpoint, projectId, issueNumber }: Draft): Draft {
  return { endpoint, projectId, issueNumber };
}

/** A failure in the words of the mock, with its switch and its hits. */
function Rule({ rule, onEdit }: { rule: AddedFault; onEdit?: () => void }) {
  const panel = usePanel();
  const { id, words, requests, remaining, off } = rule;
  const text = `${words.requests} → ${words.effect}`;
  return (
    <li class={`rule bar ${off ? 'is-off' : ''} ${panel.path[1] === id ? 'current' : ''}`}>
      {onEdit && (
        <input
          type="checkbox"
          role="switch"
          class="switch"
          checked={!off}
          aria-checked={!off}
          aria-label={`On: ${text}`}
          onChange={({ currentTarget: { checked } }) => panel.change('faults.switch', { id, on: checked })}
        />
      )}
      <span class="grow">
        {words.requests} <Icon name="arrow" /> <span class="fault strong">{words.effect}</span>
      </span>
      <Button look="pill" disabled={requests.length === 0} onClick={() => panel.go(['failures', id], [['filter', id]])}>
        {requests.length} {requests.length === 1 ? 'hit' : 'hits'}
        {remaining ? `, ${remaining} to come` : ''}
        <span class="unseen"> of {id}</span>
      </Button>
      {onEdit && <IconButton icon="pen" name={`Edit ${id}`} onClick={onEdit} />}
      <IconButton icon="trash" name={`Remove ${id}`} onClick={() => panel.change('faults.remove', { id })} />
    </li>
  );
}
