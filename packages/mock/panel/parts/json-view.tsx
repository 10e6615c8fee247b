/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

/** Maximum length of a shown text: a page of 100 issues would take the browser a second. */
const longest = 60_000;

/** JSON with indentation and syntax colors. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  const whole = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const text = whole.length > longest ? `${whole.slice(0, longest)}\n…` : whole;
  return (
    // The keyboard must reach a region that scrolls.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section class="code box padded" tabIndex={0} aria-label={label}>
      <pre>{typeof value === 'string' ? text : highlight(text)}</pre>
    </section>
  );
}

const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function highlight(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    const [all, string, colon] = match;
    parts.push(text.slice(end, match.index));
    if (string !== undefined) {
      parts.push(<span class={colon === undefined ? 'good' : 'accent'}>{string}</span>, colon ?? '');
    } else parts.push(<span class="warn">{all}</span>);
    end = match.index + all.length;
  }
  parts.push(text.slice(end));
  return parts;
}
