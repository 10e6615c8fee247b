import { isDeepStrictEqual } from 'node:util';
import { one, oneJson, page, pageJson } from '../harness/fixtures.ts';
import { type Contender, type Interleaving, interleave, ratioTarget, type Timing } from '../harness/interleave.ts';
import { kilobytes, micros, percent, times } from '../harness/numbers.ts';
import type { Report, Target } from '../harness/report.ts';
import { bareClient, type Client, kyClient, openaiClient, ourClient } from './clients.ts';

const headers = { 'content-type': 'application/json; charset=utf-8' };

/** Responds at once, so that only the client's own work is measured. */
const stub: typeof fetch = async (input) => {
  const url = typeof input === 'object' && 'url' in input ? input.url : String(input);
  return new Response(url.includes('?') ? pageJson : oneJson, { headers });
};

const base = 'https://issues.example.com';
const clients = [bareClient, kyClient, ourClient, openaiClient].map((create) => create(base, stub));

function contenders(kind: 'page' | 'one', expected: unknown): Contender[] {
  return clients.map((client: Client) => ({
    name: client.name,
    ours: client.ours ?? false,
    call: client[kind],
    check: (result) => (isDeepStrictEqual(result, expected) ? undefined : 'returned something else'),
  }));
}

/** A shorter sample has one garbage collection or two, by chance, which is half of what it measures. */
const sampling: Interleaving = { of: 'cpu', rounds: 15, sampleMs: 250, warmUpMs: 1_500 };

export default async function calls(): Promise<Report> {
  const pages = await interleave(contenders('page', page.data), sampling);
  const ones = await interleave(contenders('one', one.data), sampling);
  const sizes = [pageJson, oneJson].map((json) => kilobytes(Buffer.byteLength(json)));
  return {
    title: 'One call, without a network',
    how: `A fetch stub answers a page of 100 issues (${sizes[0]}) or one issue (${sizes[1]}). CPU time a call, median of ${sampling.rounds} interleaved rounds. Only ours checks what it gets.`,
    columns: ['', 'page', 'of fetch', 'spread', 'one issue', 'of fetch', 'spread'],
    rows: pages.timings.map((timing, index) => {
      const oneTiming = ones.timings[index] as Timing;
      return { name: timing.name, ours: timing.ours, cells: [...cells(timing), ...cells(oneTiming)] };
    }),
    targets: [...targets('page of 100', pages.timings, 1.15), ...targets('one issue', ones.timings, 1.4)],
    invalid: [...pages.invalid, ...ones.invalid],
  };
}

function cells({ micros: value, ratio, spread }: Timing): string[] {
  return [micros(value), times(ratio), percent(spread)];
}

/** Compares with ky, which sends the SDK's requests, and with openai, whose client does similar work. */
function targets(name: string, timings: Timing[], ofKy: number): Target[] {
  const ours = timings.find((timing) => timing.ours);
  return Object.entries({ ky: ofKy, openai: 1 }).map(([peer, limit]) => {
    const other = timings.find((timing) => timing.name === peer);
    const ofPeer = peer === 'ky' ? 'ky alone' : peer;
    return ratioTarget(`${name}, of ${ofPeer}`, ours?.samples ?? [], other?.samples ?? [], { limit });
  });
}
