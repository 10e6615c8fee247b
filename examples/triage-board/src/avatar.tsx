import { withHue } from './texts.ts';

/** A person's initials in a circle, always of the same colour. The name stands beside it. */
export function Avatar({ name }: { name: string }) {
  const words = name.split(/\s+/).filter(Boolean);
  // By code point: the first half of an emoji is no letter.
  const initials = [words[0] ?? '?', words.length > 1 ? (words.at(-1) ?? '') : ''].map((word) => [...word][0] ?? '');
  const angle = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0) * 47, 0) % 360;
  return (
    <span className="avatar" style={withHue(angle)} aria-hidden="true">
      {initials.join('').toUpperCase()}
    </span>
  );
}
