import { limits, projectParams } from '@issue-tracking/model';
import { isText, type JsonObject } from '../platform/json.ts';
import type { Captured, CapturedList } from '../service/captured-lists.ts';
import { combineFilters } from './combined-filters.ts';
import { type Filters, isDecided } from './issue-filters.ts';
import { has, isSameText, labelsOf, textOf, wordsOf } from './words.ts';

/** What was read of the service before the probes, and the values that probes take from it. */
export class ServiceData {
  projects: JsonObject[] = [];
  /** The `total` of the project list. */
  projectsTotal = 0;
  projectId = '';
  /** The issues of the list, in the service's order. */
  items: JsonObject[] = [];
  total = 0;
  /** Single issues by number. */
  readonly details = new Map<number, JsonObject>();
  readonly captured = new Map<number, Captured>();
  /** The lengths of all lists without pages that were read, and their `total`. */
  readonly lengths = new Map<string, { issue: number; member: CapturedList; length: number; total: number }>();
  /** Why lists without pages may lack entries (GAP-50). */
  truncated: string | undefined;
  /** Another project that the credential sees, and its issues. */
  otherProjectId: string | undefined;
  otherItems: JsonObject[] = [];

  /** The organization of the project. */
  get organization(): { id: string | undefined; slug: string | undefined } {
    const { organizationId, organizationSlug } = {
      ...this.projects[0],
      ...this.projects.find(({ id }) => id === this.projectId),
    };
    return { id: textOf(organizationId), slug: textOf(organizationSlug) };
  }

  /** The projects of the mock, which takes only ids without a slash. The list may lack the project of the run. */
  get mirrored(): JsonObject[] {
    const usable = this.projects.filter(({ id }) => isPathSegment(id) && !id.includes('/'));
    if (this.projectId === '' || usable.some(({ id }) => id === this.projectId)) return usable;
    return [...usable, { organizationId: 'organization', organizationSlug: 'own', ...usable[0], id: this.projectId }];
  }

  /** Whether the project list may be truncated (GAP-50). */
  get areProjectsCut(): boolean {
    return this.projects.length > 0 && this.projectsTotal > this.projects.length;
  }

  /** The numbers of the listed issues. */
  get numbers(): number[] {
    return this.items.map(({ issueNumber }) => Number(issueNumber));
  }

  /** An issue whose lists were read. */
  get sample(): number | undefined {
    return [...this.captured.keys()][0];
  }

  /** The number of an issue of this project, if it is known whether another project has the same number. */
  get numberElsewhere(): number | undefined {
    return this.otherProjectId !== undefined && this.otherItems.length < limits.maxPageSize ? this.sample : undefined;
  }

  /** Another issue whose comments were read. */
  commentedBeside(issueNumber: number): number | undefined {
    const others = [...this.captured].filter(([number, { comments }]) => number !== issueNumber && comments);
    return this.truncated === undefined ? others[0]?.[0] : undefined;
  }

  /** The status of several issues, but not of the second one of the list: a page that is filtered after it was cut is empty. */
  get spreadStatus(): string | undefined {
    const [, second, ...others] = this.items.map(({ status }) => textOf(status));
    return others.find((status, at) => status !== undefined && status !== second && others.indexOf(status) < at);
  }

  get unknownNumber(): number {
    return Math.max(0, ...this.numbers) + 1_000_000;
  }

  /** What was read of each issue of the list. Values of the list replace those of the single issue, which are compared with them. */
  get known(): JsonObject[] {
    return this.items.map((item) => ({ ...this.details.get(Number(item['issueNumber'])), ...item }));
  }

  /** The issues that were read one by one. */
  get whole(): JsonObject[] {
    return this.known.filter(({ issueNumber }) => this.details.has(Number(issueNumber)));
  }

  /** A label that an issue has beside others and another issue lacks. */
  get label(): string | undefined {
    const plain = this.plainLabels;
    const beside = this.known.flatMap((issue) => labelsOf(issue).slice(1)).filter((label) => plain.includes(label));
    const labels = [...beside, ...plain];
    return labels.find((label) => this.known.some((issue) => !labelsOf(issue).includes(label))) ?? labels[0];
  }

  /** The labels that no other label equals in another letter case, which a service may ignore (GAP-54). */
  get plainLabels(): string[] {
    const all = [...this.#labels];
    return all.filter((label) => all.filter((other) => isSameText(other, label)).length === 1);
  }

  /** The beginning of a label, which no issue has as its label. */
  get partOfLabel(): string | undefined {
    const parts = [...this.#labels].map((label) => label.slice(0, -1));
    return parts.find((part) => part !== '' && ![...this.#labels].some((label) => isSameText(label, part)));
  }

  get #labels(): Set<string> {
    return new Set(this.known.flatMap(labelsOf));
  }

  /** A word of a title, which the description lacks. */
  get titleWord(): string | undefined {
    return this.#pick(({ title, description }) =>
      wordsOf(title).find((word) => !has(description, word) && this.hasOneCase(word)),
    );
  }

  /** A word of a description, which the title lacks. */
  get descriptionWord(): string | undefined {
    return this.#pick(({ title, description }) =>
      wordsOf(description).find((word) => !has(title, word) && this.hasOneCase(word)),
    );
  }

  /** Whether a word has the same letter case in all texts that were read: a search may distinguish them (GAP-22). */
  hasOneCase(word: string): boolean {
    const texts = this.known.flatMap(({ title, description }) => [title, description]);
    return texts.every((text) => !has(text, word) || String(text).includes(word));
  }

  /** The middle of a word of a title, which is no word of its own. */
  get partOfWord(): string | undefined {
    return this.titleWord?.slice(1, -1);
  }

  /** A word of a title in another letter case. */
  get wordInCapitals(): string | undefined {
    return this.titleWord?.toUpperCase();
  }

  /** Two words of a text in another order. */
  get wordsApart(): string | undefined {
    return this.#pick(({ title, description }) => {
      const all = wordsOf(`${title} ${description}`);
      const both = `${all.at(-1)} ${all[0]}`;
      return all.length > 1 && !has(`${title}\n${description}`, both) ? both : undefined;
    });
  }

  /** A word with a wildcard of SQL. */
  get pattern(): string | undefined {
    const word = this.titleWord;
    return word && `${word[0]}%${word.slice(2)}`;
  }

  /** Whether a list was read that is neither empty nor short. */
  shows(member: CapturedList): boolean {
    return [...this.lengths.values()].some(
      (one) => one.member === member && one.length > 1 && one.length === one.total,
    );
  }

  /** Finds out whether the service truncates lists: then all lists that lack entries are as long as the longest (GAP-50). */
  findCut(): void {
    const all = [...this.lengths.values()];
    const short = all.filter(({ length, total }) => length > 0 && total > length);
    const longest = Math.max(...all.map(({ length }) => length));
    if (short.length > 0 && short.every(({ length }) => length === longest))
      this.truncated = `lists have ${longest} entries, and their total is larger: they may be truncated`;
  }

  /** What was captured with an issue. The missing entries of a truncated list count, too. */
  capturedOf(issueNumber: number): Captured {
    const captured = { ...this.captured.get(issueNumber) };
    for (const { issue, member, length, total } of this.lengths.values())
      if (this.truncated && issue === issueNumber && length > 0 && total > length && total < 10_000)
        captured[member] = [...(captured[member] ?? []), ...Array(total - length).fill(captured[member]?.at(-1))];
    return captured;
  }

  /** Replaces the first page of the list. */
  replaceItems(items: readonly JsonObject[], total: number): void {
    const numbers = new Set(items.map(({ issueNumber }) => issueNumber));
    const others = this.items.slice(limits.maxPageSize).filter(({ issueNumber }) => !numbers.has(issueNumber));
    this.items = [...items, ...others];
    this.total = total;
  }

  /** Copies the values of a single issue into its list item. */
  updateItem(issue: number): void {
    const detail = this.details.get(issue) ?? {};
    this.items = this.items.map((item) =>
      item['issueNumber'] === issue
        ? Object.fromEntries(Object.entries(item).map(([name, value]) => [name, detail[name] ?? value]))
        : item,
    );
  }

  /** Whether the console entries of the sample have two levels. */
  get hasLevels(): boolean {
    const entries = this.captured.get(this.sample ?? 0)?.consoleLogs ?? [];
    return new Set(entries.map(({ level }) => level)).size > 1;
  }

  /** Combinations of filters, of which each filter excludes an issue that the others include. */
  get combinations(): Filters[] {
    return combineFilters(this);
  }

  /** Whether the mock knows if a filter finds the entry. A search needs the description, which a list lacks. */
  knows(
    entry: JsonObject,
    { query = {} }: { readonly query?: Readonly<Record<string, unknown>> | undefined },
  ): boolean {
    if ('slug' in entry) return this.mirrored.some(({ id }) => id === entry['id']);
    if (!('issueNumber' in entry) || this.details.has(Number(entry['issueNumber']))) return true;
    return isDecided(this.#itemOf(entry), query);
  }

  #itemOf({ issueNumber }: JsonObject): JsonObject | undefined {
    return this.items.find((item) => item['issueNumber'] === issueNumber);
  }

  /** Returns the first value that an issue gives whose description was read. */
  #pick(choose: (issue: JsonObject) => string | undefined): string | undefined {
    return this.whole.map(choose).find((value) => value !== undefined);
  }
}

/** Whether a value can be the id of a project in a path. */
export function isPathSegment(id: unknown): id is string {
  return isText(id) && projectParams.safeParse({ projectId: id }).success;
}
