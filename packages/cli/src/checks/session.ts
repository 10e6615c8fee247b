import type { Clock } from '@issue-tracking/sdk';
import { type BehaviorName, Findings } from '../findings/findings.ts';
import { dataOf, isText, type JsonObject } from '../platform/json.ts';
import type { Exchange } from '../service/exchange.ts';
import type { ServiceClient } from '../service/service-client.ts';

/** The purpose of a run: whether the rules hold, or which choice each gap has. Each sends only the requests it needs. */
export type Goal = 'rules' | 'behavior';

/** An issue that may be written to. */
export interface TestIssueState {
  readonly issueNumber: number;
  readonly status: string;
  readonly priority: string;
}

/** The scope of a run. */
export interface Target {
  readonly goal: Goal;
  /** Where the service is, for messages. */
  readonly baseUrl: string;
  /** Whether the credential is an API key, which belongs to one organization. */
  readonly isApiKey: boolean;
  readonly projectId: string | undefined;
}

/** The first page of the issue list, as it stood at one time. */
export interface Listing {
  readonly exchange: Exchange;
  /** Its issues that have a number. */
  readonly items: readonly JsonObject[];
  readonly total: number;
  /** Whether the page has every issue. */
  readonly isWhole: boolean;
}

/** One run of probes: what they share. */
export class Session implements Target {
  readonly findings: Findings;
  /** Every response so far. */
  readonly exchanges: Exchange[] = [];
  /** Warnings to print, such as an issue that could not be restored. */
  readonly warnings: string[] = [];
  /** How the issue was left that was written to, where it could be put back. */
  restored: string | undefined;
  readonly service: ServiceClient;
  readonly clock: Clock;
  readonly goal: Goal;
  readonly baseUrl: string;
  readonly isApiKey: boolean;
  /** The one that was named, or the first with issues. */
  projectId: string | undefined;
  /** Another project that the credential sees. */
  otherProjectId: string | undefined;
  organization: { id: string; slug: string; name: string } | undefined;
  /** The first page of the issue list, as it stood last. */
  listing: Listing | undefined;
  /** Details of some issues, by their numbers. */
  readonly details = new Map<number, { issue: JsonObject; exchange: Exchange }>();
  testIssue: TestIssueState | undefined;

  constructor(service: ServiceClient, clock: Clock, { goal, baseUrl, isApiKey, projectId }: Target) {
    this.service = service;
    this.findings = new Findings(service.redact);
    this.clock = clock;
    this.goal = goal;
    this.baseUrl = baseUrl;
    this.isApiKey = isApiKey;
    this.projectId = projectId;
  }

  /** The address of something in the project, or in another one. */
  project(rest = '', id = this.projectId ?? ''): string {
    return `/api/v1/projects/${encodeURIComponent(id)}/issues${rest}`;
  }

  /** The issues of the list. */
  get items(): readonly JsonObject[] {
    return this.listing?.items ?? [];
  }

  get total(): number {
    return this.listing?.total ?? 0;
  }
}

/** Probes that belong together. */
export interface CheckGroup {
  /** For people, while it runs. */
  readonly title: string;
  /** The behavior options that it can decide. */
  readonly behavior: readonly BehaviorName[];
  run(session: Session): Promise<void>;
}

export function query(parameters: Readonly<Record<string, string | number>>): string {
  return `?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))}`;
}

/** Whether a list came, and nothing in it. */
export function isEmptyList(exchange: Exchange): boolean {
  const data = dataOf(exchange);
  return exchange.status === 200 && Array.isArray(data) && data.length === 0;
}

/** The `error` of a response. */
export function errorText({ json }: Exchange): string | undefined {
  const error = typeof json === 'object' && json !== null ? Reflect.get(json, 'error') : undefined;
  return isText(error) ? error : undefined;
}

/** Which way values go, where they are more than one: `undefined` for neither way, or when all are the same. */
export function direction(values: readonly string[]): 'up' | 'down' | undefined {
  const pairs = values.slice(1).map((value, i) => Math.sign(compare(value, values[i] ?? '')));
  const up = pairs.every((sign) => sign >= 0);
  const down = pairs.every((sign) => sign <= 0);
  return up === down ? undefined : up ? 'up' : 'down';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The texts that a member has in a list; `undefined` unless every entry has one. */
export function stringsOf(entries: readonly JsonObject[], member: string): string[] | undefined {
  const texts = entries.map((entry) => entry[member]);
  return texts.every((text) => typeof text === 'string') ? texts : undefined;
}
