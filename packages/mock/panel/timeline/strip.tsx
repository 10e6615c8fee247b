/** @jsxImportSource preact */
import { spanText } from '../parts/times.ts';
import { usePanel } from '../state/panel.ts';
import { useClock, useSettings, useShownCredential } from '../state/queries.ts';
import { toneOf } from './words.ts';

const [width, height, base] = [480, 44, 40];
/** Outcomes, from the ground up. */
const order = ['good', 'warn', 'fault', 'bad'] as const;

/** The last window: a tick per request, how full the limit was and will be, and when places come free. */
export function Strip() {
  const panel = usePanel();
  const clock = useClock();
  const settings = useSettings();
  const credential = useShownCredential();
  const rate = settings?.rateLimit;
  const windowMs = rate ? rate.windowMs : 60_000;
  const now = clock?.now ?? 0;
  const from = now - windowMs;
  const xOf = (at: number) => ((at - from) / (2 * windowMs)) * width;

  const window = credential?.window;
  const limit = window?.limit ?? 0;
  const frees = (window?.frees ?? []).filter((at) => at > now);
  const used = frees.length;
  const yOf = (count: number) => base - (base - 12) * Math.min(1, count / Math.max(1, limit));

  // Each place was taken one window before it comes free.
  const steps: [number, number][] = [
    ...frees.map((at, index): [number, number] => [at - windowMs, index + 1]),
    ...frees.map((at, index): [number, number] => [at, used - index - 1]),
  ];
  let level = 0;
  const path = steps
    .map(([at, count]) => {
      const text = `L${xOf(at).toFixed(1)},${yOf(level).toFixed(1)}L${xOf(at).toFixed(1)},${yOf(count).toFixed(1)}`;
      level = count;
      return text;
    })
    .join('');

  // Requests of the same second stand on each other, by outcome.
  const seconds = new Map<number, string[]>();
  for (const entry of panel.requests.entries.value) {
    if (entry.at < from || entry.at > now + 1000) continue;
    const second = Math.min(59, Math.floor((entry.at - from) / (windowMs / 60)));
    seconds.set(second, [...(seconds.get(second) ?? []), toneOf(entry)]);
  }
  const count = [...seconds.values()].reduce((sum, tones) => sum + tones.length, 0);
  const isFull = window != null && used >= limit;
  const next = frees[0];
  const words = !window
    ? 'No rate limit'
    : isFull && next !== undefined
      ? `Full: next place in ${spanText(Math.max(0, Math.ceil((next - now) / 1000) * 1000))}`
      : `${limit - used} of ${limit} places free`;

  return (
    <figure
      class="strip"
      aria-label={`Last ${spanText(windowMs)}: ${count} requests. ${credential?.name ?? ''}: ${words}`}
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {path && (
          <path
            class={`level ${isFull ? 'full' : ''}`}
            d={`M${xOf(steps[0]?.[0] ?? now)},${base}${path}L${width},${base}Z`}
          />
        )}
        {window && <line class="limit" x1="0" x2={width} y1="12" y2="12" />}
        <line class="ground" x1="0" x2={width} y1={base} y2={base} />
        <line class="present" x1={width / 2} x2={width / 2} y1="0" y2={base} />
        {[...seconds].map(([second, tones]) => {
          const whole = Math.min(28, 6 + 2 * (tones.length - 1));
          let y = base;
          return order.map((tone) => {
            const share = (tones.filter((each) => each === tone).length / tones.length) * whole;
            y -= share;
            return (
              share > 0 && (
                <rect
                  key={`${second} ${tone}`}
                  class={`tick ${tone}`}
                  x={(second / 120) * width}
                  width="3"
                  y={y}
                  height={share}
                />
              )
            );
          });
        })}
      </svg>
      <figcaption>
        <span class="soft">−{spanText(windowMs)}</span>
        <span class={`cut ${isFull ? 'warn strong' : ''}`}>
          {credential?.name}: {words}
        </span>
        <span class="soft">+{spanText(windowMs)}</span>
      </figcaption>
    </figure>
  );
}
