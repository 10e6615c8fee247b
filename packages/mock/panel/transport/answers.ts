/** What the panel reads of the control API's answers. */

import type { IssueRecord } from '../../src/data/store/records.ts';
import type { Delay } from '../../src/service/faults/delay.ts';
import type { WhyStep } from '../../src/service/pipeline/step.ts';
import type { RequestEntry } from '../../src/service/request-log/logged-request.ts';
import type { Scenario } from '../../src/service/scenarios/scenarios.ts';

export type { WhyStep } from '../../src/service/pipeline/step.ts';

/** A request in the journal. */
export interface Entry extends Omit<RequestEntry, 'fault'> {
  readonly id: string;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly fault?: unknown;
  readonly why?: readonly WhyStep[];
}

export interface Settings {
  readonly baseUrl: string;
  readonly scenario: Scenario;
  readonly latencyMs: Delay;
  readonly rateLimit: { readonly requests: number; readonly windowMs: number } | false;
  readonly readings: Readonly<Record<string, unknown>>;
  readonly clock: { readonly kind: 'system' | 'virtual'; readonly now: string };
}

/** What the mock does where the specification leaves something open, and what else it could do. */
export interface Reading {
  readonly name: string;
  /** What the specification doesn't show. */
  readonly description: string;
  /** The default first. */
  readonly choices: readonly unknown[];
  /** What else it takes, in words. */
  readonly or?: string;
}

/** The records as a world file, as far as the panel reads it. */
export interface WorldFile {
  readonly organizations: readonly {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly apiKeys?: readonly { readonly key: string }[];
    readonly projects?: readonly {
      readonly id: string;
      readonly issues?: readonly { readonly issueNumber?: number }[];
    }[];
  }[];
}

/** An endpoint that was made to exist. */
export interface Stub {
  readonly method: string;
  readonly path: string;
}

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly totalPages: number;
}

export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly active: boolean;
}

export interface Project {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly organizationId: string;
}

export type Issue = IssueRecord;

export interface Comment {
  readonly id: string;
  readonly content: string;
  readonly authorName: string;
  readonly createdAt: string;
}

export interface User {
  readonly id: string;
  readonly name: string;
  readonly organizations: readonly string[];
}

export interface Credential {
  readonly id: string;
  readonly kind: 'apiKey' | 'accessToken';
  /** Masked. */
  readonly value: string;
  readonly organization: string | null;
  readonly user: string | null;
  readonly scopes: readonly string[];
  readonly revoked: boolean;
  readonly expiresAt: string | null;
  readonly window: { readonly used: number; readonly limit: number; readonly freeAt: string | null } | null;
  readonly lockout: { readonly failures: number; readonly until: string | null } | null;
}

/** Failed authentications from one source. */
export interface Lockout {
  /** A client's address, or a credential, masked. */
  readonly source: string;
  readonly failures: number;
  /** `null` while there are not too many. */
  readonly until: string | null;
}

export interface SavedSnapshot {
  readonly id: string;
  readonly name: string | null;
  /** The clock's time then. */
  readonly now: string;
}
