import type { Clock } from '@issue-tracking/sdk';
import { type BehaviorName, Findings } from '../findings/findings.ts';
import { dataOf, isText, type JsonObject } from '../platform/json.ts';
import { pluralize } from '../platform/pluralize.ts';
import type { Exchange } from '../service/exchange.ts';
import type { ServiceClient } from '../service/service-client.ts';

/** The goal of a run: check rules, or decide behavior options. A run sends only the requests it needs. */
export type Goal = 'rules' | 'behavior';

/** The original state of the test issue. */
export interface TestIssueState {
  readonly issueNumber: number;
  readonly status: string;
  readonly priority: string;
}

/** The scope of a run. */
export interface Target {
  readonly goal: Goal;
  /** The address of the service, for messages. */
  readonly baseUrl: string;
  /** Whether the credential is an API key, which belongs to one organization. */
  readonly isApiKey: boolean;
  readonly projectId: string | undefined;
}

/** One read of the issue list's first page. */
export interface Listing {
  readonly exchange: Exchange;
  /** The issues with a number. */
  readonly items: readonly JsonObject[];
  readonly total: number;
  /** Whether the page has every issue. */
  readonly isWhole: boolean;
}

/** The state that the checks of a run share. */
export class Session implements Target {
  readonly findings: Findings;
  /** All exchanges so far. */
  readonly exchanges: Exchange[] = [];
  /** Warnings to print, such as an issue that could not be restored. */
  readonly warnings: string[] = [];
  /** A message that the test issue was restored; `undefined` if it was not. */
  restored: string | undefined;
  readonly service: ServiceClient;
  readonly clock: Clock;
  readonly goal: Goal;
  readonly baseUrl: string;
  readonly isApiKey: boolean;
  /** The project of `--project`, otherwise the first project. */
  projectId: string | undefined;
  /** Another project that the credential sees. */
  otherProjectId: string | undefined;
  organization: { id: string; slug: string; name: string } | undefined;
  /** The most recently read list. */
  listing: Listing | undefined;
  /** Single issues by number. */
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

  /** Returns a path in the issues of a project, by default the run's. */
  project(rest = '', id = this.projectId ?? ''): string {
    return `/api/v1/projects/${encodeURIComponent(id)}/issues${rest}`;
  }

  /** The issues of the most recently read list. */
  get items(): readonly JsonObject[] {
    return this.listing?.items ?? [];
  }

  get total(): number {
    return this.listing?.total ?? 0;
  }
}

/** A group of checks. */
export interface CheckGroup {
  /** The title for the progress line. */
  readonly title: string;
  /** The behavior options that the group can decide. */
  readonly behavior: readonly BehaviorName[];
  run(session: Session): Promise<void>;
}

export function query(parameters: Readonly<Record<string, string | number>>): string {
  return `?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))}`;
}

/** Whether a response is an empty list. */
export function isEmptyList(exchange: Exchange): boolean {
  const data = dataOf(exchange);
  return exchange.status === 200 && Array.isArray(data) && data.length === 0;
}

/** Describes the response to a request for a list, for a reason. */
export function describeList(exchange: Exchange): string {
  if (exchange.status !== 200) return String(exchange.status);
  const data = dataOf(exchange);
  return Array.isArray(data) ? `200 with ${pluralize(data.length, 'entry', 'entries')}` : '200 without a list';
}

/** Returns the `error` of a response. */
export function errorText({ json }: Exchange): string | undefined {
  const error = typeof json === 'object' && json !== null ? Reflect.get(json, 'error') : undefined;
  return isText(error) ? error : undefined;
}

/** Returns the order of values; `undefined` if the values are unordered or all equal. */
export function direction(values: readonly string[]): 'up' | 'down' | undefined {
  const pairs = values.slice(1).map((value, i) => Math.sign(compare(value, values[i] ?? '')));
  const up = pairs.every((sign) => sign >= 0);
  const down = pairs.every((sign) => sign <= 0);
  return up === down ? undefined : up ? 'up' : 'down';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the strings of a member in all entries of a list; `undefined` if an entry lacks the member. */
export function stringsOf(entries: readonly JsonObject[], member: string): string[] | undefined {
  const texts = entries.map((entry) => entry[member]);
  return texts.every((text) => typeof text === 'string') ? texts : undefined;
}
