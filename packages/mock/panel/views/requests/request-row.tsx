/** @jsxImportSource preact */
import { Badge, Method, Status } from '../../parts/badges.tsx';
import { spanText, timeOfDay } from '../../parts/times.ts';
import type { LogEntry } from '../../transport/responses.ts';

/** The headings of the columns, which screen readers don't need: each row is one option. */
export function RowHead() {
  return (
    <div class="row head soft" aria-hidden="true">
      <span>Time</span>
      <span>Method</span>
      <span>Status</span>
      <span>Path</span>
      <span class="reason">Reason</span>
      <span class="credential">Credential</span>
      <span class="took">Took</span>
    </div>
  );
}

/** A request in the list. */
export function RequestRow({ entry }: { entry: LogEntry }) {
  const { at, method, path, search, status, why, warnings, durationMs, faultId, credential } = entry;
  const short = path.replace(/^\/api\/v1/, '');
  // Requests differ at their ends: where there is no room, the beginning goes.
  const end = short.search(/(?:\/[^/]*){1,2}$/);
  return (
    <span class={`row ${faultId === undefined ? '' : 'faulted'}`}>
      <span class="time soft figure">{timeOfDay(at).slice(0, 8)}</span>
      <Method method={method} />
      <Status status={status} />
      <span class="path" title={`${path}${search && `?${search}`}`}>
        {end > 0 && <span class="begin soft">{short.slice(0, end)}</span>}
        <span class="end">
          {short.slice(end)}
          {search && <span class="soft">?{search}</span>}
        </span>
      </span>
      <span class="reason" title={why}>
        {why ?? (warnings && <Badge text={warnings[0]?.text ?? 'warning'} tone="warn" />)}
      </span>
      <span class="credential soft" dir="auto" title={credential}>
        {credential}
      </span>
      <span class="took soft figure">{durationMs === undefined ? '–' : spanText(durationMs)}</span>
    </span>
  );
}
