import type { StoredComment, StoredIssue } from '../../../../../tools/spec-service/data.ts';
import type { SpecService } from '../../../../../tools/spec-service/service.ts';
import { ErrorResponse, type Json } from '../../../../../tools/spec-service/wire.ts';
import type { Random } from '../../../../../tools/testing/random.ts';
import { type IssueStore, issueAt, stateAt, type TrackedIssue } from './issues.ts';
import type { CommentText, Switches } from './switches.ts';

interface Deviating {
  readonly api: SpecService;
  readonly issues: IssueStore;
  readonly switches: Switches;
  readonly random: Random;
}

/** Replaces behaviour of a service as the switches say. Each deviation is legal. */
export function deviate(deviating: Deviating): void {
  deviateLimits(deviating);
  deviateComments(deviating);
  deviateReads(deviating);
  deviateList(deviating);
}

function deviateLimits({ api, switches }: Deviating): void {
  const { rate, lockout, lockoutStopsAll, retryAfter: form, dateSkewMs = 0 } = switches;
  api.rate = { requests: rate.limit, windowMs: rate.windowMs };
  api.failures = { most: lockout.failures, windowMs: lockout.windowMs };
  api.lockoutStopsAll = lockoutStopsAll;
  api.isSame = (one, other) => one.shown === other.shown;
  const headers = (ms: number) => ({ 'retry-after': retryAfter(form, ms, api.now() + dateSkewMs) });
  api.tooMany = (ms) => new ErrorResponse(429, { error: 'Too many requests' }, headers(ms));
  api.lockedOut = (ms) => new ErrorResponse(lockout.status, { error: 'Too many failed attempts' }, headers(ms));
}

/** `Retry-After` in one of the forms that services use. */
function retryAfter(form: Switches['retryAfter'], waitMs: number, now: number): string {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  if (form === 'blank') return `${seconds} `;
  if (form === 'list') return `${seconds}, ${seconds}`;
  if (form === 'decimal') return `${seconds}.0`;
  if (form === 'date') return new Date(Math.ceil((now + seconds * 1000) / 1000) * 1000).toUTCString();
  return String(seconds);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const changes: Record<CommentText, (text: string) => string> = {
  verbatim: (text) => text,
  trim: (text) => text.trim(),
  lf: (text) => text.replaceAll('\r\n', '\n'),
  nfc: (text) => text.normalize('NFC'),
  html: (text) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character),
  'no-zero-width': (text) => text.replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, ''),
};

function deviateComments({ api, switches: { commentText, commentCap: cap, readLagMs } }: Deviating): void {
  api.textOfComment = (sent) => commentText.reduce((text, change) => changes[change](text), sent);
  api.listComments = ({ comments }: { comments: StoredComment[] }) => {
    const visible = comments.filter(({ createdAt }) => createdAt <= api.now() - readLagMs).map(api.commentJson);
    const total = visible.length;
    if (!cap || total <= cap.count) return { data: visible, total };
    return { data: cap.keep === 'first' ? visible.slice(0, cap.count) : visible.slice(-cap.count), total };
  };
}

function deviateReads({ api, switches: { absentValues, readLagMs } }: Deviating): void {
  const { issueJson, itemJson } = api;
  const seen = (issue: StoredIssue) => issueAt(issue as TrackedIssue, api.now() - readLagMs);
  const absent = (json: Json, isAbsent: (value: Json) => boolean): Json => {
    if (absentValues === 'empty') return json;
    const entries = Object.entries(json).filter(([, value]) => absentValues === 'null' || !isAbsent(value));
    return Object.fromEntries(entries.map(([name, value]) => [name, isAbsent(value) ? null : value]));
  };
  api.issueJson = (issue) => absent(issueJson(seen(issue)), (value) => value === '');
  api.itemJson = (issue) => itemJson(seen(issue));
  api.techContext = ({ context }) => ({ data: absent(context, () => true) });
}

function deviateList({ api, issues, random, switches: { order, membership, readLagMs } }: Deviating): void {
  const { listIssues, passes } = api;
  const seenAt = () => api.now() - readLagMs;
  api.passes = (issue, query) => {
    const { createdAt, leftAt } = issue as TrackedIssue;
    return createdAt <= seenAt() && seenAt() < leftAt && passes(issueAt(issue as TrackedIssue, seenAt()), query);
  };
  let pagesRead = 0;
  api.listIssues = (project, query) => {
    const at = seenAt();
    const keys = new Map<StoredIssue, { time: number; tie: number }>(
      issues.all.map((issue) => [
        issue,
        {
          time: order === 'last update first' ? stateAt(issue, at).at : issue.createdAt,
          tie: order === 'unstable ties' ? random.next() : -issue.number,
        },
      ]),
    );
    const key = (issue: StoredIssue) => keys.get(issue) ?? { time: 0, tie: 0 };
    api.order = (a, b) => key(b).time - key(a).time || key(a).tie - key(b).tie;
    const page = listIssues(project, query);
    if (membership && ++pagesRead % membership.everyPages === 0 && pagesRead <= 40) {
      if (membership.kind === 'enter') issues.add(api.now());
      else {
        const listed = issues.all.filter(({ leftAt }) => api.now() < leftAt);
        const leaving = random.pick(listed);
        if (listed.length > 1) leaving.leftAt = api.now();
      }
    }
    return page;
  };
}
