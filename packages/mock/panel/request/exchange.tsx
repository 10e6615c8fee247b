/** @jsxImportSource preact */
import { CopyButton } from '../parts/button.tsx';
import { JsonTree } from '../parts/json-tree.tsx';
import { useLive } from '../state/live.ts';
import type { LogEntry } from '../transport/responses.ts';

export function RequestMessage({ entry }: { entry: LogEntry }) {
  const query = [...new URLSearchParams(entry.search)];
  const warned = entry.warnings?.map(({ field }) => field.replace('query.', ''));
  return (
    <section class="stack" aria-label="Request">
      <Head title="Request" body={entry.body} />
      {entry.forgotten && <p class="soft">The log has dropped the headers and bodies of this request.</p>}
      {query.length > 0 && <Pairs label="Query" pairs={query} warned={warned} />}
      <Body body={entry.body} label="Body of the request" kept={entry.bodyKept} />
      <Headers headers={entry.headers} />
    </section>
  );
}

export function ResponseMessage({ entry }: { entry: LogEntry }) {
  const headers = useLive<Readonly<Record<string, string>>>(['requests.responseHeaders', { number: entry.number }]);
  return (
    <section class="stack" aria-label="Response">
      <Head title="Response" body={entry.response} />
      {entry.status === undefined ? (
        <p class="soft">The connection ended without a response.</p>
      ) : (
        <Body body={entry.response} label="Body of the response" kept={entry.responseKept} />
      )}
      <Headers headers={headers ?? {}} />
    </section>
  );
}

function Head({ title, body }: { title: string; body: unknown }) {
  return (
    <div class="exchange-head bar">
      <h3>{title}</h3>
      {body !== undefined && (
        <CopyButton
          what={`the body of the ${title.toLowerCase()}`}
          text={() => (typeof body === 'string' ? body : JSON.stringify(body, null, 2))}
        />
      )}
    </div>
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

function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  const pairs = Object.entries(headers);
  if (pairs.length === 0) return null;
  return (
    <details>
      <summary>
        Headers <span class="soft figure">{pairs.length}</span>
      </summary>
      <Pairs label="Headers" pairs={pairs} />
    </details>
  );
}

const keptTexts = {
  beginning: 'Longer than 64 KiB: the log has only the beginning.',
  nothing: 'Not in the log: too long to read, or not received completely.',
} as const;

function Body({ body, label, kept }: { body: unknown; label: string; kept: LogEntry['bodyKept'] }) {
  return (
    <>
      {kept && <p class="soft">{keptTexts[kept]}</p>}
      {body === undefined ? !kept && <p class="soft">No body</p> : <JsonTree value={body} label={label} />}
    </>
  );
}
