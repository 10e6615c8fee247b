// Not imported from the model's index: see redact.ts.
import { secretName } from '@issue-tracking/model/credential';
import { type Redact, redactor } from './redact.ts';

/** Maximum number of remembered secrets: a provider refreshes its tokens, and an old one can still be echoed. */
const remembered = 100;
/** Minimum length of a secret header. Shorter values are words and numbers that any text may contain. */
const shortestHeader = 8;

/** The credentials and other secrets that a client has used, to keep them out of every text. */
export class Secrets {
  /** The secrets of the constructor, which are never forgotten. */
  readonly #own: readonly string[];
  readonly #secrets = new Set<string>();
  #redact: Redact | undefined;

  constructor(credential?: string, headers: Readonly<Record<string, string>> = {}) {
    if (credential !== undefined) this.add(credential);
    this.addHeaders(headers);
    this.#own = [...this.#secrets];
  }

  /** Function that hides every secret that is known now. Rebuilt on first use after a secret was added. */
  get redact(): Redact {
    this.#redact ??= redactor([...this.#own, ...this.#secrets]);
    return this.#redact;
  }

  add(secret: string): void {
    // The secret used last is forgotten last.
    if (!this.#secrets.delete(secret)) this.#redact = undefined;
    this.#secrets.add(secret);
    const [oldest] = this.#secrets;
    if (this.#secrets.size > remembered && oldest !== undefined) this.#secrets.delete(oldest);
  }

  /** Adds the values of the application's headers whose names suggest a secret. */
  addHeaders(headers: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(headers)) {
      if (secretName.test(name) && value.length >= shortestHeader) this.add(value);
    }
  }
}
