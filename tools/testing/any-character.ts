import fc from 'fast-check';

const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff;

/**
 * Any code point, as a unit of `fc.string`. fast-check's own `binary` first makes a map of all of them, which takes longer than
 * the tests with it.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((code) => !isHalf(code))
  .map(
    (code) => String.fromCodePoint(code),
    (text) => {
      const [character, ...more] = String(text);
      if (character === undefined || more.length > 0) throw new Error('is not one character');
      return character.codePointAt(0) ?? 0;
    },
  );
