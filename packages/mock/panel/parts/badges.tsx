/** @jsxImportSource preact */

/** Returns the style of an HTTP status: the color shows its meaning. */
function statusTone(status: number | undefined): string {
  if (status === undefined) return 'lost';
  if (status >= 500) return 'bad';
  if (status === 429) return 'limited';
  if (status >= 400) return 'warn';
  return 'good';
}

export function Status({ status }: { status: number | undefined }) {
  return <span class={`status ${statusTone(status)}`}>{status ?? 'none'}</span>;
}

export function Method({ method }: { method: string }) {
  return <span class={`method ${method === 'GET' || method === 'HEAD' ? 'reads' : 'writes'}`}>{method}</span>;
}

export function Badge({ text, tone = 'plain' }: { text: string; tone?: string }) {
  return <span class={`badge ${tone}`}>{text}</span>;
}

/** The status of an issue; a pulled one may have none. */
export function StatusBadge({ status }: { status: string }) {
  return status === '' ? null : <Badge text={status.replaceAll('_', ' ')} tone={`status-${status}`} />;
}
