import { leastRatioOf, ratioTarget } from '../harness/interleave.ts';
import { least, micros, percent, spread, times } from '../harness/numbers.ts';
import { processorTimeOf } from '../harness/processor-time.ts';
import type { Report } from '../harness/report.ts';
import { type Server, startServer } from '../harness/servers.ts';
import { type Peer, peers } from './peers.ts';

const rounds = 7;
const requests = 2_000;
const connections = 10;

/** Limits of the mock's processor time per request, relative to each peer. */
const limits = { Prism: 0.5, 'json-server': 0.2 };

/**
 * Compares the servers' processor time per request. Requests per second would measure the load generator, which shares the
 * cores with them.
 */
export default async function http(): Promise<Report> {
  const { all, done } = peers();
  const invalid = new Set<string>();
  const servers = new Map<Peer, Server>();
  const results = all.map((peer) => ({ peer, samples: [] as number[] }));
  try {
    for (const peer of all) {
      const server = await startServer(peer.args, peer.list, peer.headers);
      servers.set(peer, server);
      const problem = await check(server, peer);
      if (problem) invalid.add(`${peer.name}: ${problem}`);
      await load(server, peer);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (let turn = 0; turn < results.length; turn += 1) {
        const { peer, samples } = results[(turn + round) % results.length] as (typeof results)[number];
        const server = servers.get(peer) as Server;
        const before = processorTimeOf(server.pid);
        const failed = await load(server, peer);
        samples.push(((processorTimeOf(server.pid) - before) * 1_000) / requests);
        if (failed > 0) invalid.add(`${peer.name}: ${failed} requests failed`);
      }
    }
  } finally {
    for (const server of servers.values()) await server.stop();
    done();
  }

  const ours = results.find(({ peer }) => peer.ours)?.samples ?? [];
  return {
    title: 'HTTP, a list of 100 issues',
    how: `Processor time of the server for a request, ${requests} requests over ${connections} connections, least of ${rounds} interleaved rounds. All answer the newest 100 of 1,000, newest first; ours checks everything but the request rate.`,
    columns: ['', 'a request', 'of ours', 'spread'],
    rows: results.map(({ peer, samples }) => ({
      name: peer.name,
      ours: peer.ours === true,
      cells: [micros(least(samples)), times(leastRatioOf(samples, ours)), percent(spread(samples))],
    })),
    targets: Object.entries(limits).map(([name, limit]) => {
      const other = results.find(({ peer }) => peer.name.startsWith(name));
      return ratioTarget(`processor time, of ${other?.peer.name}`, ours, other?.samples ?? [], { limit }, leastRatioOf);
    }),
    invalid: [...invalid],
  };
}

/** Sends the requests of one sample, and returns how many of them failed. */
async function load({ url }: Server, { list, headers = {} }: Peer): Promise<number> {
  let failed = 0;
  const connection = async (): Promise<void> => {
    for (let sent = 0; sent < requests / connections; sent += 1) {
      const response = await fetch(url + list, { headers });
      await response.arrayBuffer();
      if (!response.ok) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return failed;
}

async function check({ url }: Server, { list, headers = {} }: Peer): Promise<string | undefined> {
  type Items = { issueNumber: number }[];
  const answer = (await (await fetch(url + list, { headers })).json()) as { data?: Items } | Items;
  const items = Array.isArray(answer) ? answer : (answer.data ?? []);
  const right = items.length === 100 && items[0]?.issueNumber === 1_000;
  return right ? undefined : `returned ${items.length} items, of which the first is #${items[0]?.issueNumber}`;
}
