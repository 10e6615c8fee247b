/** Changes that a service may make to the text of a comment before it stores it (GAP-49). */
export type CommentText = 'verbatim' | 'trim' | 'lf' | 'nfc' | 'html' | 'no-zero-width';

/** How a request or its response gets lost on the way. */
export type Loss =
  | 'refused' /* no connection was made */
  | 'reset, never lands'
  | 'reset, landed'
  | 'reset, lands late'
  | '502, never lands'
  | '502, lands late'
  | '503, never lands'
  | '503, lands late'
  | '504, never lands'
  | '504, lands late' /* the gateway gave up, the request goes on and is counted only on arrival */
  | 'timeout, never lands'
  | 'timeout, landed'
  | 'timeout, lands late'
  | 'cut' /* applied, and the answer breaks off in its body */;

/** `deep`: levels of an unknown member; `wide`: members; `long`: characters of one; `many`: entries of a list. */
export interface Bloat {
  readonly kind: 'deep' | 'wide' | 'long' | 'many';
  readonly size: number;
}

/** Every way in which this service may differ from a plain one; each is legal, or happens on the way to it. */
export interface Switches {
  readonly commentText: readonly CommentText[];
  /** Lists only the first or last `count` comments, with the `total` of all (GAP-50). */
  readonly commentCap: { readonly keep: 'first' | 'last'; readonly count: number } | undefined;
  /** A read returns the state of this many milliseconds ago (GAP-57). */
  readonly readLagMs: number;
  /** The comment that another user writes while the response to a comment is lost. */
  readonly otherPerson: 'nothing' | 'the same comment' | 'another comment';
  /** Chance that a user sets `verified` in the seconds after an update arrived. */
  readonly verifies: number;
  /** Difference of the `Date` header from the clock of `updatedAt`, in milliseconds; `undefined` sends no header. */
  readonly dateSkewMs: number | undefined;

  /** Chance that a request meets one of `losses`. */
  readonly lossRate: number;
  readonly losses: readonly Loss[];
  /** Maximum delay of a write that takes effect after its response was lost, in milliseconds. */
  readonly landsWithinMs: number;
  /** Minimum and maximum time of each way, to the service and back, in milliseconds. */
  readonly latencyMs: readonly [number, number];
  /** Begin and end of the time without responses, in milliseconds since the start. */
  readonly hangs: readonly [number, number] | undefined;
  /** An intermediary that responds in place of the API for the first milliseconds. */
  readonly inFront:
    | { readonly kind: 'portal' /* 200 with HTML */ | 'firewall' /* 403 with HTML */; readonly untilMs: number }
    | undefined;

  readonly order: 'stable' | 'unstable ties' | 'last update first';
  /** One issue enters or leaves after every so many pages read. */
  readonly membership: { readonly kind: 'enter' | 'leave'; readonly everyPages: number } | undefined;

  readonly rate: { readonly limit: number; readonly windowMs: number };
  /** Failed authentications of one credential past which 429 comes (AUTH-7, GAP-21). */
  readonly lockout: {
    readonly failures: number;
    readonly windowMs: number;
    readonly status: 429 | 403 | 401;
  };
  /** Whether a locked-out address's good credentials fail too (GAP-28). */
  readonly lockoutStopsAll: boolean;
  /** How the seconds of `Retry-After` are written. */
  readonly retryAfter: 'plain' | 'blank' | 'list' | 'decimal' | 'date';
  /** Whether what isn't known is left out or `null` (GAP-40). */
  readonly absentValues: 'empty' | 'null' | 'omitted';
  /** The surplus in every JSON body. */
  readonly bloat: Bloat | undefined;
  /** Whether errors quote the request's credential, as sent, in lower case and in base64. */
  readonly echoes: boolean;
}

/** A service without deviations. */
export const plain: Switches = {
  commentText: ['verbatim'],
  commentCap: undefined,
  readLagMs: 0,
  otherPerson: 'nothing',
  verifies: 0,
  dateSkewMs: 0,
  lossRate: 0,
  losses: [],
  landsWithinMs: 0,
  latencyMs: [5, 50],
  hangs: undefined,
  inFront: undefined,
  order: 'stable',
  membership: undefined,
  rate: { limit: 100, windowMs: 60_000 },
  lockout: { failures: 5, windowMs: 900_000, status: 429 },
  lockoutStopsAll: false,
  retryAfter: 'plain',
  absentValues: 'empty',
  bloat: undefined,
  echoes: false,
};
