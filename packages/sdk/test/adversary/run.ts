import { inspect } from 'node:util';
import { IssueTrackingClient, type TokenProvider } from '@issue-tracking/sdk';
import { type Random, randomFrom } from '../../../../tools/testing/random.ts';
import { begin, type Watched } from './calls.ts';
import { drawSwitches, drawUsage, type Usage } from './draw.ts';
import { overFetch } from './service/over-fetch.ts';
import { Service } from './service/service.ts';
import type { Switches } from './service/switches.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { type Aftermath, verdicts } from './verdicts.ts';

/** A promise that was broken, with everything it takes to see it again. */
export interface Violation {
  readonly seed: number;
  /** Which promise. */
  readonly promise: string;
  readonly what: string;
  readonly switches: Switches;
  readonly usage: Usage;
}

/** A seeded run: one service with all its switches drawn, one way of using the client, some calls; then the judgement. */
export async function run(seed: number): Promise<{ violations: Violation[]; endings: string[] }> {
  const random = randomFrom(seed);
  const switches = drawSwitches(random);
  const usage = drawUsage(random);
  const clock = new SimulatedClock();
  const platformRandom = Math.random;
  // The client's jitter too: else a seed would not show the same run again.
  Math.random = randomFrom(seed + 0.5).next;
  try {
    const aftermath = await live(random, clock, switches, usage);
    const violations = verdicts(aftermath).map(({ promise, what }) => ({ seed, promise, what, switches, usage }));
    return { violations, endings: aftermath.calls.map(({ ending }) => ending) };
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return { violations: [{ seed, promise: 'every call settles', what, switches, usage }], endings: [] };
  } finally {
    Math.random = platformRandom;
  }
}

async function live(random: Random, clock: SimulatedClock, switches: Switches, usage: Usage): Promise<Aftermath> {
  const service = new Service(clock, random, switches);
  for (let n = 0; n < usage.issues; n++) service.issues.add(clock.now() - 86_400_000 * (n % 3));
  const credentials: string[] = [];
  const texts: string[] = [];
  const clients = makeClients({ random, clock, switches, usage, service, credentials, texts });
  const calls = Array.from({ length: usage.calls }, (_, n) =>
    begin({ n, random, clock, service, usage, client: random.pick(clients) }),
  );
  const ended = await clock.run(Promise.all(calls));
  await clock.run(service.atRest());
  for (const { error } of ended)
    if (error !== undefined) texts.push(inspect(error, { depth: 6 }), JSON.stringify(error));
  return { switches, usage, service, calls: ended, credentials, texts };
}

interface Making {
  readonly random: Random;
  readonly clock: SimulatedClock;
  readonly switches: Switches;
  readonly usage: Usage;
  readonly service: Service;
  readonly credentials: string[];
  readonly texts: string[];
}

function makeClients({ random, clock, switches, usage, service, credentials, texts }: Making): Watched[] {
  const fetch = overFetch(service);
  const { limit, windowMs } = switches.rate;
  const make = (credential: { apiKey: string } | { accessToken: TokenProvider }): Watched => {
    const drifts = new Set<string>();
    const note = (event: object) => void texts.push(JSON.stringify(event));
    const client = new IssueTrackingClient({
      ...credential,
      baseUrl: 'https://issues.test',
      fetch,
      clock,
      timeout: usage.timeout,
      deadline: usage.deadline,
      retry: { limit: usage.retries },
      ...(usage.knowsRate && { rateLimit: { requests: limit, windowMs } }),
      hooks: {
        onRetry: note,
        onDrift: (drift) => {
          drifts.add(drift.kind);
          note(drift);
        },
      },
    });
    return { client, drifts };
  };
  const secret = (kind: string) => {
    const token = `svc_${kind}${Array.from({ length: 4 }, () => random.below(2 ** 30).toString(36)).join('Q')}`;
    credentials.push(token);
    return token;
  };

  if (usage.clients === 'provider') {
    let token = '';
    let endsAt = 0;
    const accessToken = async () => {
      await clock.sleep(random.between(0, 300));
      if (clock.now() >= endsAt) {
        token = secret('oauth');
        endsAt = clock.now() + usage.tokenLastsMs;
        service.grant(token, endsAt);
      }
      return token;
    };
    return [make({ accessToken })];
  }
  const good = secret('good');
  service.grant(good, clock.now() + (usage.revokedAfterMs ?? Number.POSITIVE_INFINITY));
  if (usage.spurious401s > 0) {
    void clock.sleep(random.between(0, 60_000)).then(() => service.failNext(good, usage.spurious401s));
  }
  const same = usage.clients.startsWith('three') ? 3 : 1;
  const bad = Array.from({ length: usage.badKeys }, () => make({ apiKey: secret('bad') }));
  return [...Array.from({ length: same }, () => make({ apiKey: good })), ...bad];
}
