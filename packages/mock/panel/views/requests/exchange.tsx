/** @jsxImportSource preact */
import { JsonView } from '../../parts/json-view.tsx';
import { Pairs } from '../../parts/pairs.tsx';
import type { LogEntry } from '../../transport/responses.ts';

interface ExchangeProps {
  entry: LogEntry;
  /** Absent until they are loaded. */
  responseHeaders: Readonly<Record<string, string>> | undefined;
}

/** Request and response, side by side. */
export function Exchange({ entry, responseHeaders = {} }: ExchangeProps) {
  const query = [...new URLSearchParams(entry.search)];
  return (
    <div class="columns">
      <section class="stack" aria-label="Request">
        <h3>Request</h3>
        {entry.forgotten && <p class="soft">The log has dropped the headers and bodies of this request.</p>}
        {query.length > 0 && (
          <>
            <h4>Query</h4>
            <Pairs pairs={query} />
          </>
        )}
        <Headers headers={entry.headers} />
        <Body body={entry.body} label="Body of the request" kept={entry.bodyKept} />
      </section>
      <section class="stack" aria-label="Response">
        <h3>Response</h3>
        {entry.status === undefined ? (
          <p class="soft">The connection ended without a response.</p>
        ) : (
          <>
            <Headers headers={responseHeaders} />
            <Body body={entry.response} label="Body of the response" kept={entry.responseKept} />
          </>
        )}
      </section>
    </div>
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
      <Pairs pairs={pairs} />
    </details>
  );
}

function Body({ body, label, kept }: { body: unknown; label: string; kept: LogEntry['bodyKept'] }) {
  return (
    <>
      {kept && <p class="soft">{keptTexts[kept]}</p>}
      {body === undefined ? !kept && <p class="soft">No body</p> : <JsonView value={body} label={label} />}
    </>
  );
}

const keptTexts = {
  beginning: 'Longer than 64 KiB: the log has only the beginning.',
  nothing: 'Not in the log: too long to read, or not received completely.',
} as const;
