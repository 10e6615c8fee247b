import { demoWorld } from '@issue-tracking/mock/demo';
import { isText } from '../platform/json.ts';

/** The kind of a text, which selects its replacement from the demo. */
export type TextKind =
  | 'title'
  | 'description'
  | 'person'
  | 'label'
  | 'name'
  | 'slug'
  | 'id'
  | 'member'
  | 'page'
  | 'browser'
  | 'system'
  | 'version'
  | 'comment'
  | 'message'
  | 'source'
  | 'address'
  | 'picture'
  | 'target'
  | 'text'
  | 'selector'
  | 'component'
  | 'value';

/** Replaces values by those of the demo, in order of appearance. Equal values of one kind get equal replacements. */
export class DemoValues {
  readonly #pools: Partial<Record<TextKind, string[]>>;
  readonly #replacements = new Map<TextKind, Map<string, string>>();
  /** Styles of an element of the demo. Real styles are replaced, because CSS names and values can identify their owner. */
  readonly styles: Readonly<Record<string, string>>;

  constructor() {
    const world = demoWorld();
    this.#pools = poolsOf(world);
    const issues = (world.organizations ?? []).flatMap(({ projects = [] }) =>
      projects.flatMap(({ issues = [] }) => issues),
    );
    this.styles = issues.find(({ techContext }) => techContext?.elementStyles)?.techContext?.elementStyles ?? {};
  }

  /** Returns the replacement of a text; an empty text stays empty. */
  text(kind: TextKind, original: string): string {
    if (original === '') return '';
    const replacements = this.#replacements.get(kind) ?? new Map<string, string>();
    this.#replacements.set(kind, replacements);
    const replacement = replacements.get(original) ?? this.#next(kind, replacements.size);
    replacements.set(original, replacement);
    return replacement;
  }

  /** Returns the replacement of a number: its position among the replaced values. */
  number(original: number): number {
    return Number(this.text('value', `number ${original}`).replace(/\D/g, ''));
  }

  /** Returns the demo's text at an index. After the last text, adds numbers. */
  #next(kind: TextKind, index: number): string {
    const pool = this.#pools[kind] ?? [];
    const round = Math.floor(index / Math.max(1, pool.length));
    const text = pool[index % Math.max(1, pool.length)];
    if (text === undefined) return `${kind}-${index + 1}`;
    // Repeat pictures: a suffix would break their addresses.
    if (round === 0 || kind === 'picture') return text;
    if (kind === 'page' || kind === 'address') return `${text}${text.includes('?') ? '&' : '?'}copy=${round + 1}`;
    return `${text} ${round + 1}`;
  }
}

/** Returns the demo's texts by kind. Kinds without texts, such as ids and slugs, are numbered. */
function poolsOf({ organizations = [] }: ReturnType<typeof demoWorld>): Partial<Record<TextKind, string[]>> {
  const projects = organizations.flatMap(({ projects = [] }) => projects);
  const issues = projects.flatMap(({ issues = [] }) => issues);
  const comments = issues.flatMap(({ comments = [] }) => comments);
  const consoleLogs = issues.flatMap(({ consoleLogs = [] }) => consoleLogs);
  const networkLogs = issues.flatMap(({ networkLogs = [] }) => networkLogs);
  const screenshots = issues.flatMap(({ screenshots = [] }) => screenshots);
  const actions = issues.flatMap(({ userActions = [] }) => userActions);
  const contexts = issues.flatMap(({ techContext }) => techContext ?? []);
  return {
    title: unique(issues.map(({ title }) => title)),
    description: unique(issues.map(({ description }) => description)),
    person: unique([
      ...issues.map(({ reporterName }) => reporterName),
      ...comments.map(({ authorName }) => authorName),
    ]),
    label: unique(issues.flatMap(({ labels = [] }) => labels)),
    name: unique(projects.map(({ name }) => name)),
    page: unique(issues.map(({ pageUrl }) => pageUrl)),
    browser: unique(issues.map(({ browserInfo }) => browserInfo)),
    system: unique(issues.map(({ osInfo }) => osInfo)),
    comment: unique(comments.map(({ content }) => content)),
    message: unique(consoleLogs.map(({ message }) => message)),
    source: unique(consoleLogs.map(({ source }) => source)),
    address: unique(networkLogs.map(({ url }) => url)),
    picture: unique(screenshots.map(({ url }) => url)),
    target: unique(actions.map(({ target }) => target)),
    text: unique(actions.map(({ text }) => text)),
    selector: unique(contexts.map(({ cssSelector }) => cssSelector)),
    component: unique(contexts.flatMap(({ reactComponentTree = [] }) => reactComponentTree)),
  };
}

function unique(texts: readonly unknown[]): string[] {
  return [...new Set(texts.filter(isText))];
}
