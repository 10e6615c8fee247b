/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { RequestEntry } from '../../src/control/types.ts';
import { CopyButton } from '../parts/button.tsx';
import { JsonTree } from '../parts/json-tree.tsx';
import { useLive } from '../state/live.ts';

export function RequestMessage({ entry }: { entry: RequestEntry }) {
  const query = [...new URLSearchParams(entry.search)];
  const warned = entry.warnings?.map(({ field }) => field.replace('query.', ''));
  return (
    <Message title="Request" body={entry.body} kept={entry.bodyKept} headers={entry.headers}>
      {entry.forgotten && <p class="soft">The log has dropped the headers and bodies of this request.</p>}
      {query.length > 0 && <Pairs label="Query" pairs={query} warned={warned} />}
    </Message>
  );
}

export function ResponseMessage({ entry }: { entry: RequestEntry }) {
  const headers = useLive('requests.responseHeaders', { number: entry.number });
  return (
    <Message
      title="Response"
      body={entry.response}
      kept={entry.responseKept}
      headers={headers ?? {}}
      none={entry.status === undefined ? 'No response' : undefined}
    />
  );
}

const keptTexts = {
  beginning: 'Longer than 64 KiB: the log has only the beginning.',
  nothing: 'Not in the log: too long to read, or not received completely.',
} as const;

interface MessageProps {
  title: string;
  body: unknown;
  /** The reason why the log has only a part of a body, or none. */
  kept: RequestEntry['bodyKept'];
  headers: Readonly<Record<string, string>>;
  /** Words for no body. */
  none?: string | undefined;
  children?: ComponentChildren;
}

function Message({ title, body, kept, headers, none = 'No body', children }: MessageProps) {
  const pairs = Object.entries(headers);
  const name = `body of the ${title.toLowerCase()}`;
  return (
    <section class="stack" aria-label={title}>
      <div class="exchange-head bar">
        <h3 class="grow">{title}</h3>
        {body !== undefined && (
          <CopyButton
            what={`the ${name}`}
            text={() => (typeof body === 'string' ? body : JSON.stringify(body, null, 2))}
          />
        )}
      </div>
      {children}
      {kept && <p class="soft">{keptTexts[kept]}</p>}
      {body !== undefined && <JsonTree value={body} label={name} />}
      {body === undefined && !kept && <p class="soft">{none}</p>}
      {pairs.length > 0 && (
        <details>
          <summary>
            Headers <span class="soft figure">{pairs.length}</span>
          </summary>
          <Pairs label="Headers" pairs={pairs} />
        </details>
      )}
    </section>
  );
}

interface PairsProps {
  label: string;
  pairs: readonly (readonly [string, string])[];
  warned?: readonly string[] | undefined;
}

function Pairs({ label, pairs, warned = [] }: PairsProps) {
  return (
    <dl class="pairs" aria-label={label}>
      {pairs.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd class={warned.includes(name) ? 'warn' : ''}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
