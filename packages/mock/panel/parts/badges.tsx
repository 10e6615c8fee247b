/** @jsxImportSource preact */

/** The meaning of a color. */
export type Tone = 'good' | 'warn' | 'bad' | 'fault' | 'accent' | 'soft';

export function Badge({ text, tone }: { text: string; tone?: Tone | undefined }) {
  return <span class={`badge ${tone ?? ''}`}>{text}</span>;
}

export function Status({ status }: { status: number | undefined }) {
  const tone = status === undefined ? 'fault' : status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return <span class={`status strong ${tone}`}>{status ?? 'none'}</span>;
}

export function Method({ method }: { method: string }) {
  return <span class={`method strong ${method === 'GET' || method === 'HEAD' ? 'good' : 'warn'}`}>{method}</span>;
}

const statusTones: Readonly<Record<string, Tone>> = {
  in_progress: 'accent',
  fix_submitted: 'accent',
  blocked: 'warn',
  verified: 'good',
  closed: 'good',
};

/** The status of an issue; a pulled one may have none. */
export function StatusBadge({ status }: { status: string }) {
  return status === '' ? null : <Badge text={status.replaceAll('_', ' ')} tone={statusTones[status]} />;
}

/** The priority of an issue. */
export function Priority({ priority }: { priority: string }) {
  return <span class={priority === 'critical' || priority === 'high' ? 'bad' : ''}>{priority}</span>;
}
