/** @jsxImportSource preact */

/** Outlines on a grid of 16 × 16. */
const shapes = {
  requests: 'M2 4h12M2 8h12M2 12h7',
  failures: 'M9 1.5 3 9h4.5L7 14.5 13 7H8.5z',
  data: 'M2 3.5h5v4H2zM9 3.5h5v4H9zM4.5 7.5v5H14M9 10.5h5v3.5H9z',
  time: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 4.5V8l2.5 1.5',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6.5',
  save: 'M4 2h8v12l-4-3-4 3z',
  reset: 'M13.5 8A5.5 5.5 0 1 1 11.7 4M13.5 1.5V5H10',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.6 10.6 14 14',
  light: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  dark: 'M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1z',
  auto: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8 2v12M8 4.5h4.5M8 8h6M8 11.5h4.5',
  back: 'M10 3 5 8l5 5',
  passed: 'm3 8.5 3.2 3.2L13 4.8',
  rejected: 'm4 4 8 8M12 4l-8 8',
  skipped: 'M3.5 8h9',
  warned: 'M8 3v6.5M8 11.5V13',
  changed: 'M9 1.5 3 9h4.5L7 14.5 13 7H8.5z',
} as const;

export type IconName = keyof typeof shapes;

/** An icon beside a text, hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
