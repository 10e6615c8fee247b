import type { Clock } from '@issue-tracking/sdk';
import type { ServiceClient } from '../service/service-client.ts';
import { Findings } from './findings.ts';
import { ServiceData } from './service-data.ts';

/** The original state of the test issue. */
export interface TestIssueState {
  readonly issueNumber: number;
  readonly status: string;
  readonly priority: string;
}

export interface Target {
  /** The address of the service, for messages. */
  readonly baseUrl: string;
  /** Whether the credential is an API key, which belongs to one organization. */
  readonly isApiKey: boolean;
  readonly projectId: string | undefined;
}

/** The state of a run. */
export class Session {
  readonly findings: Findings;
  readonly serviceData = new ServiceData();
  /** Warnings to print, such as an issue that could not be restored. */
  readonly warnings: string[] = [];
  /** A message that the test issue was restored; `undefined` if it was not. */
  restored: string | undefined;
  testIssue: TestIssueState | undefined;
  readonly service: ServiceClient;
  readonly clock: Clock;
  readonly target: Target;

  constructor(service: ServiceClient, clock: Clock, target: Target) {
    this.service = service;
    this.clock = clock;
    this.target = target;
    this.findings = new Findings(service.redact);
    this.serviceData.projectId = target.projectId ?? '';
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.clock.date?.() ?? this.clock.now();
  }
}
