import { demoWorld } from '@issue-tracking/mock/demo';
import { isText } from '../platform/json.ts';

/** The kind of a text, which selects its replacement from the demo. */
export type Kind =
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

/** Values of the demo in the place of others: the same for the same of one kind, in the order in which they come. */
export class DemoValues {
  readonly #pools: Partial<Record<Kind, string[]>>;
  readonly #given = new Map<Kind, Map<string, string>>();
  /** Those of an element of the demo: names and values of CSS say what somebody's own are called. */
  readonly styles: Readonly<Record<string, string>>;

  constructor() {
    const world = demoWorld();
    this.#pools = poolsOf(world);
    const issues = (world.organizations ?? []).flatMap(({ projects = [] }) =>
      projects.flatMap(({ issues = [] }) => issues),
    );
    this.styles = issues.find(({ techContext }) => techContext?.elementStyles)?.techContext?.elementStyles ?? {};
  }

  /** The text that stands in for this one; nothing stays nothing. */
  text(kind: Kind, original: string): string {
    if (original === '') return '';
    const given = this.#given.get(kind) ?? new Map<string, string>();
    this.#given.set(kind, given);
    const known = given.get(original) ?? this.#next(kind, given.size);
    given.set(original, known);
    return known;
  }

  /** Numbers are known again by their places. */
  number(original: number): number {
    return Number(this.text('value', `number ${original}`).replace(/\D/g, ''));
  }

  /** The one of the demo with this number; when all are taken, they are numbered. */
  #next(kind: Kind, index: number): string {
    const pool = this.#pools[kind] ?? [];
    const round = Math.floor(index / Math.max(1, pool.length));
    const text = pool[index % Math.max(1, pool.length)];
    if (text === undefined) return `${kind}-${index + 1}`;
    // Pictures of the demo stay pictures, and need not be told apart.
    if (round === 0 || kind === 'picture') return text;
    if (kind === 'page' || kind === 'address') return `${text}${text.includes('?') ? '&' : '?'}copy=${round + 1}`;
    return `${text} ${round + 1}`;
  }
}

/** Every text of the demo, by its kind. Ids, slugs, added members and values are numbered instead. */
function poolsOf({ organizations = [] }: ReturnType<typeof demoWorld>): Partial<Record<Kind, string[]>> {
  const projects = organizations.flatMap(({ projects = [] }) => projects);
  const issues = projects.flatMap(({ issues = [] }) => issues);
  const comments = issues.flatMap(({ comments = [] }) => comments);
  const consoleLogs = issues.flatMap(({ consoleLogs = [] }) => consoleLogs);
  const networkLogs = issues.flatMap(({ networkLogs = [] }) => networkLogs);
  const screenshots = issues.flatMap(({ screenshots = [] }) => screenshots);
  const actions = issues.flatMap(({ userActions = [] }) => userActions);
  const contexts = issues.flatMap(({ techContext }) => techContext ?? []);
  return {
    title: different(issues.map(({ title }) => title)),
    description: different(issues.map(({ description }) => description)),
    person: different([
      ...issues.map(({ reporterName }) => reporterName),
      ...comments.map(({ authorName }) => authorName),
    ]),
    label: different(issues.flatMap(({ labels = [] }) => labels)),
    name: different(projects.map(({ name }) => name)),
    page: different(issues.map(({ pageUrl }) => pageUrl)),
    browser: different(issues.map(({ browserInfo }) => browserInfo)),
    system: different(issues.map(({ osInfo }) => osInfo)),
    comment: different(comments.map(({ content }) => content)),
    message: different(consoleLogs.map(({ message }) => message)),
    source: different(consoleLogs.map(({ source }) => source)),
    address: different(networkLogs.map(({ url }) => url)),
    picture: different(screenshots.map(({ url }) => url)),
    target: different(actions.map(({ target }) => target)),
    text: different(actions.map(({ text }) => text)),
    selector: different(contexts.map(({ cssSelector }) => cssSelector)),
    component: different(contexts.flatMap(({ reactComponentTree = [] }) => reactComponentTree)),
  };
}

function different(texts: readonly unknown[]): string[] {
  return [...new Set(texts.filter(isText))];
}
