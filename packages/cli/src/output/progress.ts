import type { CliContext } from '../context.ts';
import { painter } from './paint.ts';

/** One line on a terminal's standard error that says how far it is; elsewhere nothing. */
export class Progress {
  readonly #context: CliContext;
  #shown = false;

  constructor(context: CliContext) {
    this.#context = context;
  }

  show(text: string): void {
    const { terminal, env, error } = this.#context;
    if (!terminal.error) return;
    this.#shown = true;
    error(`\r\u001b[2K${painter(true, env)('dim', text)}`);
  }

  /** Takes the line away. */
  end(): void {
    if (this.#shown) this.#context.error('\r\u001b[2K');
    this.#shown = false;
  }
}
