import { type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChangeTopic } from '../../src/control/types.ts';
import type { SavedSnapshot } from '../transport/responses.ts';
import type { MockEvent, Transport } from '../transport/transport.ts';
import { decoded } from './decoded.ts';
import { RequestList } from './request-list.ts';

/** A message about the last action. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'failed';
  /** Takes the action back. */
  readonly undo?: Undo | undefined;
}

/** A change that this panel made and can take back. */
export interface Undo {
  readonly label: string;
  /** The methods that take it back, in order. */
  readonly calls: readonly Call[];
}

/** A method of the mock, with its input. */
export type Call = readonly [method: string, input?: unknown];

/** The result of a method, and the id to undo it. */
interface Undoable<Result> {
  readonly result: Result;
  readonly undo: string | null;
}

const noticeTime = 5000;
/** Maximum changes in the list to undo: the mock keeps no more. */
const mostUndone = 40;
/** Maximum results that are kept: each search has its own. */
const mostKnown = 60;

interface GoOptions {
  readonly query?: URLSearchParams | Readonly<Record<string, string>> | string;
  readonly keepFocus?: boolean;
}

/** Options of a panel. */
export interface PanelOptions {
  /** Whether the panel is part of a tool that has its name, the scenario and the theme itself, as Storybook has. */
  readonly isEmbedded?: boolean;
  /** Whether a server listens, so that `curl` reaches the mock. */
  readonly isServed?: boolean;
}

/** The state that all parts of a panel share. */
export class Panel {
  readonly transport: Transport;
  readonly isEmbedded: boolean;
  readonly isServed: boolean;
  /** The shown location: the name of a view, then the selection in it, separated by slashes. */
  readonly location: Signal<string> = signal('requests');
  readonly theme: Signal<'auto' | 'light' | 'dark'> = signal('auto');
  readonly notices: Signal<readonly Notice[]> = signal([]);
  /** Changes that can be undone, the last one last. */
  readonly undoable: Signal<readonly Undo[]> = signal([]);
  /** The last results of calls, by call. A view shows one until the next, also without a connection. */
  readonly known: Map<string, unknown> = new Map();
  /** Whether events don't arrive. */
  readonly isLost: Signal<boolean> = signal(false);
  /** Whether the focus stays where it is when another view is shown. */
  keepsFocus = false;
  readonly requests: RequestList;
  readonly #listeners = new Set<(what: ChangeTopic) => void>();
  readonly #lastIn = new Map<string, string>();
  readonly #stop: () => void;
  #lastNoticeId = 0;

  constructor(transport: Transport, { isEmbedded = false, isServed = false }: PanelOptions = {}) {
    this.transport = transport;
    this.isEmbedded = isEmbedded;
    this.isServed = isServed;
    this.requests = new RequestList(this);
    this.#stop = transport.subscribe((event) => this.#handleEvent(event));
    void this.requests.load();
  }

  /** Calls a method. @returns its result. @throws Error with the mock's message. */
  async call<Result>(...[method, input]: Call): Promise<Result> {
    // The types of results are those of the methods.
    return (await this.transport.call(method, input)) as Result;
  }

  /** Calls methods one after the other, and shows a notice of the result, with Undo for what can be. @returns the last result. */
  async change<Result>(label: string, ...calls: Call[]): Promise<Result | undefined> {
    return this.attempt(async () => {
      const undos: Call[] = [];
      let last: Result | undefined;
      for (const [method, input = {}] of calls) {
        const { result, undo } = await this.call<Undoable<Result>>('undoable', { method, input });
        last = result;
        if (undo !== null) undos.unshift(['undo', { id: undo }]);
      }
      this.#done(label, undos);
      return last;
    });
  }

  /** Keeps the result of a call for views. */
  learn(call: string, result: unknown): void {
    this.known.delete(call);
    this.known.set(call, result);
    const [oldest] = this.known.keys();
    if (this.known.size > mostKnown && oldest !== undefined) this.known.delete(oldest);
  }

  /** Saves the present state. */
  async save(): Promise<void> {
    await this.attempt(() => this.call('snapshot'), 'State saved');
  }

  /** Goes back to another state with `reset` or `restore`. The present one is saved before, and Undo goes back to it. */
  async goBack(label: string, ...call: Call): Promise<void> {
    await this.attempt(async () => {
      const { id } = await this.call<SavedSnapshot>('snapshot', { name: `Before: ${label}` });
      await this.call(...call);
      this.#done(label, [['restore', { id }]]);
    });
  }

  /** Takes a change back, by default the last. */
  async undo(undone: Undo | undefined = this.undoable.value.at(-1)): Promise<void> {
    if (!undone) return;
    // At once: a second click must not undo the same.
    this.undoable.value = this.undoable.value.filter((each) => each !== undone);
    await this.attempt(async () => {
      for (const call of undone.calls) await this.call(...call);
    }, `Undone: ${undone.label}`);
  }

  #done(label: string, calls: readonly Call[]): void {
    const undo = calls.length > 0 ? { label, calls } : undefined;
    if (undo) this.undoable.value = [...this.undoable.value, undo].slice(-mostUndone);
    this.#show({ text: label, kind: 'done', undo });
  }

  /** Does something, and shows a notice when it is done, or of its error. @returns its result; `undefined` after an error. */
  async attempt<Result>(act: () => Promise<Result>, done?: string): Promise<Result | undefined> {
    try {
      const result = await act();
      if (done !== undefined) this.notify(done);
      return result;
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  notify(text: string, kind: Notice['kind'] = 'done'): void {
    this.#show({ text, kind });
  }

  fail(error: unknown): void {
    this.notify(error instanceof Error ? error.message : String(error), 'failed');
  }

  dismiss(id: number): void {
    this.notices.value = this.notices.value.filter((notice) => notice.id !== id);
  }

  /** The shown view, and the place in it, decoded. */
  get path(): string[] {
    const [path = ''] = this.location.value.split('?');
    return path.split('/').map(decoded);
  }

  /** How the shown view is narrowed, such as `filter`. */
  get query(): URLSearchParams {
    return new URLSearchParams(this.location.value.split('?')[1]);
  }

  /**
   * Shows a location, with what narrows it. Another view gets the focus, unless `keepFocus` is set, as for the navigation's arrow
   * keys.
   */
  go(path: string, { query = {}, keepFocus = false }: GoOptions = {}): void {
    this.keepsFocus = keepFocus;
    const narrowed = new URLSearchParams([...new URLSearchParams(query)].filter(([, value]) => value !== ''));
    this.location.value = narrowed.size > 0 ? `${path}?${narrowed}` : path;
    this.#lastIn.set(this.path[0] ?? '', this.location.value);
  }

  /** Returns to where a view was left. */
  reopen(view: string): void {
    const [path = view, query = ''] = this.#lastIn.get(view)?.split('?') ?? [];
    this.go(path, { query, keepFocus: true });
  }

  /** Calls back with each changed topic. @returns a function that unsubscribes. */
  onChange(listener: (what: ChangeTopic) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#stop();
    this.requests.stop();
  }

  #show(notice: Omit<Notice, 'id'>): void {
    const id = ++this.#lastNoticeId;
    this.notices.value = [...this.notices.value, { ...notice, id }].slice(-3);
    setTimeout(() => this.dismiss(id), notice.kind === 'failed' || notice.undo ? noticeTime * 2 : noticeTime);
  }

  #handleEvent(event: MockEvent): void {
    if (event.type === 'request') this.requests.add(event.entry);
    else if (event.type === 'change') this.#notifyListeners(event.what);
    else if (event.type === 'another') {
      // The changes were those of the other mock.
      this.undoable.value = [];
      this.known.clear();
      // Its requests have the same numbers.
      this.#lastIn.delete('requests');
      if (this.path[0] === 'requests') this.go('requests', { query: this.query });
      // Each story of Storybook has its own.
      if (!this.isEmbedded)
        this.notify('This is a new mock: it was started again. Earlier changes and requests are gone.');
      this.#notifyListeners('all');
    } else if (event.connected !== this.isLost.value) return;
    else {
      this.isLost.value = !event.connected;
      // Events are lost while disconnected, so everything is read again.
      if (event.connected) this.#notifyListeners('all');
    }
  }

  #notifyListeners(what: ChangeTopic): void {
    for (const listener of [...this.#listeners]) listener(what);
  }
}

export const PanelContext = createContext<Panel | null>(null);

/** Returns the panel of a component. */
export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('usePanel() needs a PanelContext');
  return panel;
}
