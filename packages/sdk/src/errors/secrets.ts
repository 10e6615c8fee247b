import { type Redact, redactLookalikes, redactor } from './redact.ts';

/** How many tokens are remembered: a provider renews them, and an old one can still be echoed. */
const remembered = 8;

/** The credentials a client has used, to keep them out of every text. */
export class Secrets {
  readonly #tokens = new Set<string>();
  #redact: Redact = redactLookalikes;

  add(token: string): void {
    if (this.#tokens.has(token)) return;
    this.#tokens.add(token);
    const [oldest] = this.#tokens;
    if (this.#tokens.size > remembered && oldest !== undefined) this.#tokens.delete(oldest);
    this.#redact = redactor(this.#tokens);
  }

  /** As a property, because it is handed on. */
  readonly redact: Redact = (text) => this.#redact(text);
}
