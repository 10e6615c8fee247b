/** No vowels, and none of the letters that abbreviations are made of: what comes out is no word of any language. */
const letters = 'bcfgjkqvwxz';
const digits = '0123456789';
/** Prime to the number of letters and, with the digits, coprime too: neighbours get names that look nothing alike. */
const stride = 7919;
/** The longest part of a word that tells it from others of its length. */
const core = 6;

/**
 * Words in the place of words, hosts in the place of hosts: the same for the same, in the order in which they come. A
 * name in a text stays the name of its owner.
 */
export class Pseudonyms {
  readonly #words = new Map<string, string>();
  readonly #ofLength = new Map<string, number>();
  readonly #hosts = new Map<string, string>();

  /** A text of the same shape: length of words, letter case, numbers, signs and blanks. */
  text(text: string): string {
    const parts = text.split(/\b((?:https?|wss?):\/\/[^\s/?#"'<>()]+)/iu);
    return parts.map((part, i) => (i % 2 === 1 ? this.#origin(part) : this.#wordsOf(part))).join('');
  }

  #origin(origin: string): string {
    const [, scheme = '', host = '', port = ''] = /^(\w+):\/\/(?:[^@]*@)?(.*?)(:\d+)?$/u.exec(origin) ?? [];
    const known = this.#hosts.get(host) ?? `host${this.#hosts.size + 1}.example`;
    this.#hosts.set(host, known);
    return `${scheme}://${known}${port}`;
  }

  #wordsOf(text: string): string {
    return text.replaceAll(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu, (word) => this.#word(word));
  }

  #word(word: string): string {
    const key = word.toLowerCase();
    const characters = [...word];
    const alphabet = /\p{N}/u.test(word) ? digits : letters;
    let name = this.#words.get(key);
    if (name === undefined) {
      const place = `${alphabet} ${characters.length}`;
      const index = this.#ofLength.get(place) ?? 0;
      this.#ofLength.set(place, index + 1);
      name = written(index, characters.length, alphabet);
      this.#words.set(key, name);
    }
    const made = name;
    return characters.map((character, i) => (isUpper(character) ? made[i]?.toUpperCase() : made[i])).join('');
  }
}

function isUpper(character: string): boolean {
  return character !== character.toLowerCase();
}

/** The word of a length with a number. */
function written(index: number, length: number, alphabet: string): string {
  const base = alphabet.length;
  const size = base ** Math.min(length, core);
  let rest = (index * stride + (length * stride) ** 2) % size;
  const characters = Array.from({ length: Math.min(length, core) }, () => {
    const character = alphabet[rest % base] ?? '';
    rest = Math.floor(rest / base);
    return character;
  });
  return Array.from({ length }, (_, i) => characters[i % characters.length]).join('');
}
