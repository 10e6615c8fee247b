import { type Comment, type CommentCreateOptions, IssueTrackingError } from '@issue-tracking/sdk';
import { expect, test } from 'vitest';
import { type Random, randomFrom } from '../../../../tools/testing/random.ts';
import { seeds } from '../../../../tools/testing/seeds.ts';
import { comment } from '../../test/support/records.ts';
import { errorResponse, json, never, type Step, scripted } from '../../test/support/scripted-service.ts';

const all = seeds(100, 3_000);

/** Changes that a service may make to a text before it stores it. */
const normalisations: Record<string, (text: string) => string> = {
  none: (text) => text,
  trimmed: (text) => text.trim(),
  'LF only': (text) => text.replaceAll('\r\n', '\n'),
  NFC: (text) => text.normalize('NFC'),
  escaped: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;'),
  'no zero-width': (text) => text.replaceAll(/[\u200b-\u200d\ufeff]/g, ''),
  'single blanks': (text) => text.replaceAll(/\s+/g, ' '),
  'cut off': (text) => text.slice(0, 20),
};
const texts = ['plain', '  padded \n', 'two\r\nlines', 'cafe\u0301', "a < b && it's", 'zero\u200bwidth', 'wide   gap'];
const losses = [
  'none',
  'before',
  'after',
  'late',
  '502 before',
  '502 after',
  '503 late',
  'silent',
  'silent late',
] as const;
const caps = ['none', 'oldest', 'newest', 'oldest, hidden', 'newest, hidden'] as const;

/**
 * A service that keeps comments in its own way: it normalises, loses the response of a POST, applies it late, shows only
 * a part of the list with or without saying so, and shows what it keeps late, by another delay at each read.
 */
function service(random: Random) {
  const normalise = normalisations[random.pick(Object.keys(normalisations))] ?? String;
  const again = normalisations[random.pick(Object.keys(normalisations))] ?? String;
  const loss = random.pick(losses);
  const cap = random.below(2) ? 'none' : random.pick(caps);
  const longestLagMs = random.below(2) ? 0 : 1 + random.below(20_000);
  const pageSize = 2 + random.below(6);
  const kept: { at: number; comment: Comment }[] = [];
  const keep = (content: string) => {
    const one = comment(`c${kept.length}`, again(normalise(content)));
    kept.push({ at: clock.now(), comment: one });
    return one;
  };

  const step: Step = async (request, signal) => {
    if (request.method === 'GET') {
      const until = clock.now() - random.below(longestLagMs + 1);
      const all = kept.filter(({ at }) => at <= until).map((entry) => entry.comment);
      const shown = cap.startsWith('oldest') ? all.slice(0, pageSize) : cap === 'none' ? all : all.slice(-pageSize);
      return json({ data: shown, total: cap.endsWith('hidden') ? shown.length : all.length });
    }
    const { content } = (await request.json()) as { content: string };
    if (loss === 'none') return json({ data: keep(content) }, { status: 201 });
    if (loss.endsWith('late')) void clock.sleep(random.below(60_000)).then(() => keep(content));
    if (loss.endsWith('after') || loss === 'silent') keep(content);
    if (loss.startsWith('50')) return errorResponse(Number(loss.slice(0, 3)), 'Bad gateway');
    return loss.startsWith('silent') ? never(request, signal) : Promise.reject(new TypeError('terminated'));
  };
  const { client, clock } = scripted([step], { timeout: 5_000, rateLimit: false });
  return { client, clock, kept, keep };
}

async function run(seed: number, options: CommentCreateOptions) {
  const random = randomFrom(seed);
  const { client, clock, kept, keep } = service(random);
  for (let n = random.below(8); n > 0; n--) keep(`earlier ${n}`);
  await clock.advance(30_000);
  // Someone else writes meanwhile.
  if (random.below(3) === 0) void clock.sleep(random.below(20_000)).then(() => keep('Someone else was here'));
  const content = `${random.pick(texts)} of run ${seed}`;
  const deadline = random.below(4) === 0 ? { deadline: 1_000 + random.below(20_000) } : {};
  const ending = await client.issues.comments
    .create('prj_web', 7, { content }, { ...options, ...deadline })
    .catch((error: unknown) => error);

  await clock.advance(200_000);
  const ours = kept.filter((entry) => !/^(earlier|Someone)/.test(entry.comment.content));
  const failed = ending instanceof IssueTrackingError;
  return {
    doubled: ours.length > 1,
    lost: ours.length === 0 && !(failed && ending.mayHaveBeenApplied),
    mistaken: !failed && ours.length > 0 && (ending as Comment).id !== ours[0]?.comment.id,
    denied: failed && ours.length > 0 && !ending.mayHaveBeenApplied,
    settled: failed || 'id' in (ending as Comment),
    found: !failed,
  };
}

async function simulate(options: CommentCreateOptions) {
  const sum = { doubled: 0, lost: 0, mistaken: 0, denied: 0, unsettled: 0, found: 0 };
  for (const seed of all) {
    const { settled, ...ending } = await run(seed, options);
    if (!settled) sum.unsettled++;
    for (const [name, happened] of Object.entries(ending)) if (happened) sum[name as keyof typeof sum]++;
  }
  return sum;
}

test(`in ${all.length} seeded services that normalise, lose, cut off and delay comments, none is doubled or lost without an error that says so [EP-12]`, async () => {
  const { found, ...never } = await simulate({ onLostResponse: 'check' });
  expect(never).toEqual({ doubled: 0, lost: 0, mistaken: 0, denied: 0, unsettled: 0 });
  // It is worth something only where many are found.
  expect(found).toBeGreaterThan(all.length / 4);
}, 600_000);
