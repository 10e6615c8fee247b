import type { IssueEntry } from './issue-entry.ts';

/** The label set of each issue of a list as a number: of many issues, most share a few sets. */
export class LabelSets {
  readonly #sets: (readonly string[])[] = [];
  /** By position in the list. */
  readonly #numbers: Uint32Array;

  constructor(issues: readonly IssueEntry[]) {
    const known = new Map<readonly string[], number>();
    this.#numbers = Uint32Array.from(issues, ({ record: { labels } }) => {
      let number = known.get(labels);
      if (number === undefined) {
        number = this.#sets.push(labels) - 1;
        known.set(labels, number);
      }
      return number;
    });
  }

  /** Tells which positions have a label. */
  with(label: string): (position: number) => boolean {
    const numbers = this.#numbers;
    const has = Uint8Array.from(this.#sets, (labels) => Number(labels.includes(label)));
    return (position) => has[numbers[position] ?? 0] === 1;
  }
}
