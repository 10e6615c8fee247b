import type { CommentText, Switches } from './switches.ts';

/** A comment as the service keeps it, and as it came. */
export interface StoredComment {
  readonly id: string;
  readonly content: string;
  readonly authorName: string;
  readonly createdAt: string;
  /** The text that was sent. */
  readonly sent: string;
  readonly by: 'client' | 'person';
  readonly at: number;
}

/** The comments of one issue. */
export class CommentStore {
  readonly #switches: Switches;
  readonly #stored: StoredComment[] = [];

  constructor(switches: Switches) {
    this.#switches = switches;
  }

  add(sent: string, by: StoredComment['by'], at: number): StoredComment {
    const stored: StoredComment = {
      id: `cmt_${this.#stored.length + 1}`,
      content: this.#switches.commentText.reduce((text, change) => changes[change](text), sent),
      authorName: by === 'client' ? 'Acme API' : 'Grace',
      createdAt: new Date(at).toISOString(),
      sent,
      by,
      at,
    };
    this.#stored.push(stored);
    return stored;
  }

  /** What a read shows that comes at `now`. */
  list(now: number): { data: unknown[]; total: number } {
    const { commentCap: cap, readLagMs } = this.#switches;
    const visible = this.#stored.filter(({ at }) => at <= now - readLagMs).map(shown);
    const total = visible.length;
    if (!cap || total <= cap.count) return { data: visible, total };
    return { data: cap.keep === 'first' ? visible.slice(0, cap.count) : visible.slice(-cap.count), total };
  }

  get all(): readonly StoredComment[] {
    return this.#stored;
  }
}

export function shown({ id, content, authorName, createdAt }: StoredComment) {
  return { id, content, authorName, createdAt };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const changes: Record<CommentText, (text: string) => string> = {
  verbatim: (text) => text,
  trim: (text) => text.trim(),
  lf: (text) => text.replaceAll('\r\n', '\n'),
  nfc: (text) => text.normalize('NFC'),
  html: (text) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character),
  'no-zero-width': (text) => text.replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, ''),
};
