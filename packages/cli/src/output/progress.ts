import type { CliContext } from '../context.ts';
import type { Printer } from './printer.ts';

/** Tells how far a run is: in one line on a terminal, updated each second, otherwise in a line for each ten seconds. */
export class Progress {
  readonly #printer: Printer;
  readonly #isTerminal: boolean;
  readonly #timer: ReturnType<typeof setInterval>;
  #text: (() => string) | undefined;
  #wait: { readonly until: number; readonly why: string } | undefined;

  constructor(printer: Printer, { terminal }: Pick<CliContext, 'terminal'>) {
    this.#printer = printer;
    this.#isTerminal = terminal.error;
    this.#timer = setInterval(() => this.#print(), terminal.error ? 1000 : 10_000).unref();
  }

  /** Shows a text. @param text Called each time the line is printed. */
  show(text: () => string): void {
    this.#text = text;
    this.#wait = undefined;
    if (this.#isTerminal) this.#print();
  }

  /** Puts a wait before the text, until the next text. */
  wait(ms: number, why: string): void {
    if (ms < 1000) return;
    this.#wait = { until: Date.now() + ms, why };
    if (this.#isTerminal) this.#print();
  }

  /** Ends and erases the line. */
  end(): void {
    clearInterval(this.#timer);
    this.#printer.endStatus();
  }

  #print(): void {
    if (!this.#text) return;
    const left = this.#wait ? Math.ceil((this.#wait.until - Date.now()) / 1000) : 0;
    const waiting = this.#wait && left > 0 ? `waiting ${left} s: ${this.#wait.why} · ` : '';
    const line = waiting + this.#text();
    if (this.#isTerminal) this.#printer.status(line);
    else this.#printer.error(line);
  }
}
