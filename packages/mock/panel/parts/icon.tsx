/** @jsxImportSource preact */

/** Outlines on a grid of 16 × 16. */
const shapes = {
  undo: 'M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6.5',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5H2.5v-8h8V3',
  down: 'm4 6 4 4 4-4',
  plus: 'M8 3v10M3 8h10',
  download: 'M8 2v8M4.5 6.5 8 10l3.5-3.5M3 13.5h10',
  close: 'm4 4 8 8M12 4l-8 8',
  back: 'M10 3 5 8l5 5',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.6 10.6 14 14',
  theme: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8 2v12M8 4.5h4.5M8 8h6M8 11.5h4.5',
  clock: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM8 4.5V8l2.5 1.5',
  save: 'M4 2h8v12l-4-3-4 3z',
  passed: 'm3 8.5 3.2 3.2L13 4.8',
  rejected: 'm4 4 8 8M12 4l-8 8',
  skipped: 'M3.5 8h9',
  warned: 'M8 3v6.5M8 11.5V13',
  changed: 'M9 1.5 3 9h4.5L7 14.5 13 7H8.5z',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.7 9.5h6.6L12 4',
  arrow: 'M2.5 8h11M9.5 4l4 4-4 4',
  pen: 'm3 13 .7-3L11 2.7l2.3 2.3L6 12.3z',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
