import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChangeTopic } from '../../src/control/types.ts';
import type { Endpoint } from '../transport/responses.ts';
import type { MockEvent, Transport } from '../transport/transport.ts';
import { RequestList } from './request-list.ts';

/** A message about the last action. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'failed';
}

/** A question to the user before a change that deletes something. */
export interface Question {
  readonly title: string;
  /** A sentence on what the change deletes. */
  readonly loss: string;
  /** The verb on the button that confirms. */
  readonly action: string;
  answer(isConfirmed: boolean): void;
}

/** A method of the mock, with its input. */
export type Call = readonly [method: string, input?: unknown];

const noticeTime = 5000;

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
  readonly question: Signal<Question | undefined> = signal(undefined);
  /** Whether the focus stays where it is when another view is shown. */
  keepsFocus = false;
  readonly requests: RequestList;
  /** The endpoints of the API; empty until they are loaded. */
  readonly endpoints: Signal<readonly Endpoint[]> = signal([]);
  readonly #connected = signal(true);
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
    void this.#readEndpoints();
  }

  /** Whether events arrive, so that the shown data is current. */
  get connected(): ReadonlySignal<boolean> {
    return this.#connected;
  }

  /** Calls a method. @returns its result. @throws Error with the mock's message. */
  async call<Result>(...[method, input]: Call): Promise<Result> {
    // The types of results are those of the methods.
    return (await this.transport.call(method, input)) as Result;
  }

  /** Calls methods one after the other, and shows a notice of the result. @returns the last result. */
  async change<Result>(label: string, ...calls: Call[]): Promise<Result | undefined> {
    try {
      let result: Result | undefined;
      for (const call of calls) result = await this.call<Result>(...call);
      this.notify(label);
      return result;
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  /** Asks before a change that deletes something. Resolves to whether the user confirms. */
  confirm(question: Omit<Question, 'answer'>): Promise<boolean> {
    return new Promise((resolve) => {
      this.question.value = {
        ...question,
        answer: (isConfirmed) => {
          this.question.value = undefined;
          resolve(isConfirmed);
        },
      };
    });
  }

  notify(text: string, kind: Notice['kind'] = 'done'): void {
    const id = ++this.#lastNoticeId;
    this.notices.value = [...this.notices.value, { id, text, kind }].slice(-3);
    setTimeout(() => this.dismiss(id), kind === 'failed' ? noticeTime * 2 : noticeTime);
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
    return path.split('/').map(decodeURIComponent);
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

  async #readEndpoints(): Promise<void> {
    try {
      this.endpoints.value = await this.call('endpoints');
    } catch (error) {
      this.fail(error);
    }
  }

  #handleEvent(event: MockEvent): void {
    if (event.type === 'request') this.requests.add(event.entry);
    else if (event.type === 'change') this.#notifyListeners(event.what);
    else if (event.type === 'another') {
      // The question was about the other mock.
      this.question.value?.answer(false);
      this.#notifyListeners('all');
    } else {
      // Events are lost while disconnected, so everything is read again.
      if (event.connected && !this.#connected.value) this.#notifyListeners('all');
      this.#connected.value = event.connected;
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
