import type { CliContext } from '../context.ts';
import { painter } from './paint.ts';

/** Shows the progress, and the reason of a wait, in one line of standard error. Prints nothing without a terminal. */
export class Progress {
  readonly #context: CliContext;
  #text: () => string = () => '';
  #timer: ReturnType<typeof setInterval> | undefined;
  #shown = false;

  constructor(context: CliContext) {
    this.#context = context;
  }

  /** Shows a text. @param text Called each time the line is printed. */
  show(text: () => string): void {
    this.#text = text;
    this.#stopWaiting();
    this.#write(text());
  }

  /** Counts down the seconds of a wait. */
  wait(ms: number, why: string): void {
    this.#stopWaiting();
    if (ms < 1000 || !this.#context.terminal.error) return;
    let left = Math.ceil(ms / 1000);
    const write = () => this.#write(`${this.#text()} · waiting ${left} s: ${why}`);
    write();
    this.#timer = setInterval(() => {
      left--;
      if (left > 0) write();
      else this.#stopWaiting();
    }, 1000).unref();
  }

  /** Erases the line. */
  end(): void {
    this.#stopWaiting();
    if (this.#shown) this.#context.error('\r\u001b[2K');
    this.#shown = false;
  }

  #stopWaiting(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #write(text: string): void {
    const { terminal, env, error } = this.#context;
    if (!terminal.error) return;
    this.#shown = true;
    // Erasing reaches one row: a wrapped line would leave a row behind each second.
    const width = (terminal.columns || 80) - 1;
    const line = text.length > width ? `${text.slice(0, width - 1)}…` : text;
    error(`\r\u001b[2K${painter(true, env)('dim', line)}`);
  }
}
