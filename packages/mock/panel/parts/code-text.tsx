/** @jsxImportSource preact */

/** Shows a text with its `code` in backticks as code. */
export function CodeText({ text }: { text: string }) {
  // Every second part stood between backticks.
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
