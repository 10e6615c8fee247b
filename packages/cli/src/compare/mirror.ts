import { type Behavior, createMock, type Mock, type PulledWorld, virtualClock } from '@issue-tracking/mock';
import type { JsonObject } from '../platform/json.ts';
import { type Captured, capturedLists } from '../service/captured-lists.ts';
import { type Answer, absentInIssues } from './answers.ts';
import { isWrite, type Probe, requestOf } from './probe.ts';
import type { ServiceData } from './service-data.ts';

/** The credential of the mock: a key of one organization, or a token of a user in all of them. */
const credentials = { key: 'svc_mirror', token: 'mirror' };

/** A mock with the service's data, which responds as the specification says. */
export class Mirror {
  readonly #mock: Mock;
  readonly #behavior: Partial<Behavior>;
  readonly #credential: string;
  #write: { readonly probe: Probe; readonly before: ReturnType<Mock['snapshot']> } | undefined;

  constructor(
    serviceData: ServiceData,
    behavior: Partial<Behavior>,
    { now, isApiKey }: { now: number; isApiKey: boolean },
  ) {
    this.#behavior = { ...behavior };
    this.#credential = isApiKey ? credentials.key : credentials.token;
    this.#mock = createMock({
      world: worldOf(serviceData, isApiKey),
      behavior: this.#behavior,
      clock: virtualClock({ now: new Date(now).toISOString() }),
      rateLimit: false,
      // A copy of the log is a part of each snapshot.
      requestLog: { entries: 1 },
    });
  }

  /** Sends a probe. Of the last write, remembers how the mock was before. */
  send(probe: Probe): Promise<Answer> {
    if (isWrite(probe)) this.#write = { probe, before: this.#mock.snapshot() };
    return this.#send(probe);
  }

  /** Sends a probe as if the mock had always behaved otherwise, and forgets it. A read comes after the last write. */
  async try(probe: Probe, behavior: Partial<Behavior>): Promise<Answer> {
    const now = this.#mock.snapshot();
    const write = isWrite(probe) ? undefined : this.#write;
    try {
      if (write) this.#mock.restore(write.before);
      this.#mock.settings.change({ behavior: { ...this.#behavior, ...behavior } });
      if (write) await this.#send(write.probe);
      return await this.#send(probe);
    } finally {
      this.#mock.restore(now);
    }
  }

  /** Changes the behavior of the mock. */
  adopt(behavior: Partial<Behavior>): void {
    Object.assign(this.#behavior, behavior);
    this.#mock.settings.change({ behavior });
  }

  async #send(probe: Probe): Promise<Answer> {
    const { method, path, headers = {}, body, anonymous } = requestOf(probe);
    // Two changes must not have the same time.
    await this.#mock.clock.advance(1000);
    const response = await this.#mock.fetch(this.#mock.baseUrl + path, {
      method,
      headers: { ...headers, ...(!anonymous && { authorization: `Bearer ${this.#credential}` }) },
      body: body ?? null,
    });
    const text = await response.text();
    return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
  }
}

/** Texts of an issue that the list doesn't show. */
const texts = [...absentInIssues, 'id', 'title', 'description', 'reporterName'];

/** Returns the world with that data. Absent values are empty, so that the behavior option `absentValues` writes them. */
function worldOf(serviceData: ServiceData, isApiKey: boolean): PulledWorld {
  const organizations = Map.groupBy(serviceData.mirrored, ({ organizationId }) => String(organizationId));
  const apiKeys = [{ key: credentials.key }];
  const user = { id: 'user', name: 'User', accessTokens: [{ token: credentials.token }] };
  const slugs = [...organizations.values()].map(([project]) => String(project?.['organizationSlug']));
  return {
    form: 'pulled',
    users: isApiKey ? [] : [{ ...user, organizations: slugs }],
    organizations: [...organizations].map(([id, projects]) => ({
      id,
      slug: String(projects[0]?.['organizationSlug']),
      name: projects[0]?.['organizationName'],
      apiKeys: isApiKey && projects.some(({ id }) => id === serviceData.projectId) ? apiKeys : [],
      projects: projects.map((project) => ({
        ...project,
        id: String(project['id']),
        issues: issuesOf(serviceData, project),
      })),
    })),
  };
}

function issuesOf(serviceData: ServiceData, { id }: JsonObject) {
  if (id === serviceData.projectId)
    return serviceData.known.map((issue) => issueOf(issue, serviceData.capturedOf(Number(issue['issueNumber']))));
  return id === serviceData.otherProjectId ? serviceData.otherItems.map((issue) => issueOf(issue, {})) : [];
}

function issueOf({ metadataSummary, ...issue }: JsonObject, captured: Captured) {
  const { jsErrorCount = 0 } = { ...(metadataSummary as { jsErrorCount?: number }) };
  return {
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    labels: [],
    assignees: [],
    ...Object.fromEntries(Object.keys(capturedLists).map((name) => [name, []])),
    jsErrorCount,
    ...Object.fromEntries(Object.entries(issue).filter(([, value]) => value !== null)),
    ...captured,
    issueNumber: Number(issue['issueNumber']),
  };
}
