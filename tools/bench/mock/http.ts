import autocannon from 'autocannon';
import { median, quantile, spread, times } from '../harness/numbers.ts';
import type { Report } from '../harness/report.ts';
import { type Server, startServer } from '../harness/servers.ts';
import { type Peer, peers } from './peers.ts';

const rounds = 5;
const secondsEach = 2;

interface Result {
  peer: Peer;
  perSecond: number[];
  p99: number[];
}

export default async function http(): Promise<Report> {
  const { all, done } = peers();
  const invalid: string[] = [];
  const servers = new Map<Peer, Server>();
  const results = all.map((peer): Result => ({ peer, perSecond: [], p99: [] }));
  try {
    for (const peer of all) {
      const server = await startServer(peer.args, peer.list, peer.headers);
      servers.set(peer, server);
      const problem = await check(server, peer);
      if (problem) invalid.push(`${peer.name}: ${problem}`);
      await load(server, peer, 1);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (let turn = 0; turn < results.length; turn += 1) {
        const result = results[(turn + round) % results.length] as Result;
        const { perSecond, p99, failed } = await load(servers.get(result.peer) as Server, result.peer, secondsEach);
        result.perSecond.push(perSecond);
        result.p99.push(p99);
        if (failed > 0) invalid.push(`${result.peer.name}: ${failed} requests failed`);
      }
    }
  } finally {
    for (const server of servers.values()) await server.stop();
    done();
  }

  const ours = results.find(({ peer }) => peer.ours) as Result;
  const over = (name: string, limit: number) => {
    const other = results.find(({ peer }) => peer.name.startsWith(name)) as Result;
    const measured = median(ours.perSecond.map((value, round) => value / (other.perSecond[round] ?? Number.NaN)));
    return { name: `requests a second, of ${other.peer.name}`, measured, bound: 'at least' as const, limit, unit: '×' };
  };
  const [first] = results as [Result, ...Result[]];
  const theirP99 = Math.min(...results.filter((result) => result !== ours).map(({ p99 }) => median(p99)));
  return {
    title: 'HTTP, a list of 100 issues',
    how: `autocannon, 10 connections, ${secondsEach} s at a time, median of ${rounds} interleaved rounds; every server in a process of its own. All answer the newest 100 of 1,000, newest first; ours checks everything but the request rate.`,
    columns: ['', 'requests/s', 'of Hono', 'spread', 'p99'],
    rows: results.map(({ peer, perSecond, p99 }) => ({
      name: peer.name,
      ours: peer.ours === true,
      cells: [
        median(perSecond).toFixed(0),
        times(median(perSecond.map((value, round) => value / (first.perSecond[round] ?? Number.NaN)))),
        `±${(spread(perSecond) * 100).toFixed(0)} %`,
        `${median(p99).toFixed(2)} ms`,
      ],
    })),
    targets: [
      over('bare Hono', 2),
      over('Prism', 5),
      over('json-server', 18),
      {
        name: 'p99, against the best of the others',
        measured: median(ours.p99),
        bound: 'below',
        limit: theirP99,
        unit: 'ms',
      },
    ],
    invalid,
  };
}

async function load({ url }: Server, { list, headers = {} }: Peer, duration: number) {
  const latencies: number[] = [];
  const {
    requests,
    errors,
    non2xx,
    timeouts,
    duration: took,
  } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url: url + list, connections: 10, duration, headers };
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    // autocannon's own histogram has whole milliseconds only.
    instance.on('response', (_client, _status, _bytes, ms) => latencies.push(ms));
  });
  return { perSecond: requests.total / took, p99: quantile(latencies, 0.99), failed: errors + non2xx + timeouts };
}

async function check({ url }: Server, { list, headers = {} }: Peer): Promise<string | undefined> {
  type Items = { issueNumber: number }[];
  const answer = (await (await fetch(url + list, { headers })).json()) as { data?: Items } | Items;
  const items = Array.isArray(answer) ? answer : (answer.data ?? []);
  const right = items.length === 100 && items[0]?.issueNumber === 1_000;
  return right ? undefined : `answered ${items.length} items, of which the first is #${items[0]?.issueNumber}`;
}
