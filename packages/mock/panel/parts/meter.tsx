/** @jsxImportSource preact */

/** A bar that shows a share, beside a text with the same value. */
export function Meter({ share }: { share: number }) {
  const tone = share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : '';
  return (
    <span class={`meter ${tone}`} aria-hidden="true">
      <span style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  );
}
