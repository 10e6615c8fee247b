/** @jsxImportSource preact */
import type { RequestEntry } from '../../src/control/types.ts';
import { spanText } from '../parts/times.ts';
import { takenAt, useClock, useLive, useShownCredential } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { toneOf } from './words.ts';

const [width, height, base, top] = [480, 44, 40, 12];
/** Bars in a window. */
const bars = 60;
/** Outcomes, from the ground up. */
const order = ['good', 'warn', 'fault', 'bad'] as const;

/** The last window: a bar per second by outcome, how full the limit was and will be, and when places come free. */
export function Strip() {
  const panel = usePanel();
  const now = useClock()?.now ?? 0;
  const rate = useLive('settings.get')?.rateLimit;
  const credential = useShownCredential();
  const windowMs = rate ? rate.windowMs : 60_000;
  const from = now - windowMs;
  const entries = panel.requests.entries.value.filter(({ at }) => at >= from && at <= now + 1000);
  const limit = credential?.window?.limit ?? 0;
  const frees = takenAt(now, credential);
  const isFull = credential?.window != null && frees.length >= limit;
  const words = !credential?.window
    ? 'No rate limit'
    : isFull && frees[0] !== undefined
      ? `Full: next place in ${spanText(Math.ceil((frees[0] - now) / 1000) * 1000)}`
      : `${limit - frees.length} of ${limit} places free`;
  return (
    <figure
      class="strip"
      aria-label={`Last ${spanText(windowMs)}: ${entries.length} requests. ${credential?.name ?? ''}: ${words}`}
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path class={`level ${isFull ? 'warn' : 'soft'}`} d={levelOf(frees, limit, from, windowMs)} />
        {credential?.window && <line class="limit" x1="0" x2={width} y1={top} y2={top} />}
        <line x1="0" x2={width} y1={base} y2={base} />
        <line x1={width / 2} x2={width / 2} y1="0" y2={base} />
        {ticksOf(entries, from, windowMs).map(({ tone, x, y, share }) => (
          <rect key={`${x} ${tone}`} class={`tick ${tone}`} x={x} width="3" y={y} height={share} />
        ))}
      </svg>
      <figcaption class="bar">
        <span class="soft">−{spanText(windowMs)}</span>
        <span class={`cut ${isFull ? 'warn strong' : ''}`}>
          {credential?.name}: {words}
        </span>
        <span class="soft">+{spanText(windowMs)}</span>
      </figcaption>
    </figure>
  );
}

/** The outline of how full the limit was and will be. Each place was taken one window before it comes free. */
function levelOf(frees: readonly number[], limit: number, from: number, windowMs: number): string {
  const xOf = (at: number) => (((at - from) / (2 * windowMs)) * width).toFixed(1);
  const yOf = (count: number) => (base - (base - top) * Math.min(1, count / Math.max(1, limit))).toFixed(1);
  const steps = [
    ...frees.map((at, index) => [at - windowMs, index, index + 1] as const),
    ...frees.map((at, index) => [at, frees.length - index, frees.length - index - 1] as const),
  ];
  const lines = steps.map(([at, before, after]) => `L${xOf(at)},${yOf(before)}L${xOf(at)},${yOf(after)}`);
  return lines.length > 0 ? `M${xOf(steps[0]?.[0] ?? from)},${base}${lines.join('')}Z` : '';
}

/** Requests of the same second stand on each other, by outcome. */
function ticksOf(entries: readonly RequestEntry[], from: number, windowMs: number) {
  const counts = new Map<number, Record<string, number>>();
  for (const entry of entries) {
    const bar = Math.min(bars - 1, Math.floor(((entry.at - from) / windowMs) * bars));
    const of = counts.get(bar) ?? {};
    const tone = toneOf(entry);
    of[tone] = (of[tone] ?? 0) + 1;
    counts.set(bar, of);
  }
  return [...counts].flatMap(([bar, of]) => {
    const total = Object.values(of).reduce((sum, count) => sum + count, 0);
    const whole = Math.min(base - top, 6 + 2 * (total - 1));
    let y = base;
    return order
      .filter((tone) => of[tone])
      .map((tone) => {
        const share = ((of[tone] ?? 0) / total) * whole;
        y -= share;
        return { tone, x: (bar / (2 * bars)) * width, y, share };
      });
  });
}
