import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ratioOf, ratioTarget } from '../harness/interleave.ts';
import { median, millis, spread, times } from '../harness/numbers.ts';
import type { Report } from '../harness/report.ts';
import { startServer } from '../harness/servers.ts';
import { type Peer, peers } from './peers.ts';

const rounds = 9;
/** Fewer rounds: the peers are slow, and their differences large. */
const peerRounds = 3;

export default async function cli(): Promise<Report> {
  const { all, empty, done } = peers();
  const contenders = [empty, ...all];
  const results = contenders.map((peer) => ({ peer, ms: [] as number[], resident: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { peer, ms, resident } of results) {
      if (round >= peerRounds && peer !== empty && !peer.ours) continue;
      const server = await startServer(peer.args, peer.list, peer.headers);
      ms.push(server.firstAnswerMs);
      resident.push(residentMegabytes(server.pid));
      await server.stop();
    }
  }
  done();

  const base = results[0]?.ms ?? [];
  const ours = results.find(({ peer }) => peer.ours);
  return {
    title: 'The command, from nothing to its first answer',
    how: `1,000 issues in a file, asked for the first 100, against a server that answers {}. Median of ${rounds} rounds (${peerRounds} for the peers); resident memory after that answer.`,
    columns: ['', 'first answer', 'of empty', 'spread', 'resident'],
    rows: results.map(({ peer, ms, resident }: { peer: Peer; ms: number[]; resident: number[] }) => ({
      name: peer.name,
      ours: peer.ours === true,
      cells: [
        millis(median(ms)),
        times(ratioOf(ms, base)),
        `±${(spread(ms) * 100).toFixed(0)} %`,
        `${median(resident).toFixed(0)} MB`,
      ],
    })),
    targets: [
      ratioTarget('first answer, of an empty server', ours?.ms ?? [], base, { limit: 2.5 }),
      { name: 'resident memory', measured: median(ours?.resident ?? []), limit: 130, unit: 'MB' },
    ],
    invalid: [],
  };
}

function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (Number(kilobytes) * 1024) / 1e6;
  } catch {
    // No /proc outside Linux.
    return (Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) * 1024) / 1e6;
  }
}
