/** A person's initials in a circle, always of the same colour. The name stands beside it or is said by its parent. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" data-hue={hueOf(name)} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first = '?'] = words;
  const last = words.length > 1 ? words.at(-1) : '';
  return `${firstLetter(first)}${firstLetter(last ?? '')}`.toUpperCase();
}

/** By code point: the first half of an emoji is no letter. */
function firstLetter(word: string): string {
  return [...word][0] ?? '';
}

function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6;
}
