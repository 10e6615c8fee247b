import { ApiError, type IssueContext, type IssueListItem } from '@issue-tracking/sdk';
import { type Look, type Paper, table } from './paper.ts';
import type { Step } from './triage-round.ts';

const looks: Readonly<Record<string, Look>> = { critical: 'red', high: 'yellow', medium: 'cyan', low: 'dim' };
const verbs: Readonly<Record<string, string>> = { navigation: 'open', input: 'enter', click: 'click' };
/** Issues worth a line of their own. */
const shown = 6;

/** Prints the steps of a round as they come, each kind under its heading. */
export function stepPrinter(paper: Paper): (step: Step) => void {
  const { line, paint, fitted, width } = paper;
  let section = '';

  function heading(text: string, code: string): void {
    if (section === text) return;
    section = text;
    line();
    line(`${paint('bold', text)}  ${paint('dim', fitted(code, width - text.length - 2))}`);
  }

  return (step) => {
    switch (step.kind) {
      case 'projects':
        heading('Projects the key may see', 'client.projects.list()');
        for (const [id = '', ...cells] of table(
          step.projects.map((one) => [one.id, one.name, one.description ?? '']),
          paper,
        )) {
          line(`  ${paint('cyan', id)}  ${cells.join('  ')}`.trimEnd());
        }
        return;
      case 'openIssues':
        heading(
          `${step.issues.length} open issues in ${step.project.name}`,
          `for await (… of client.issues.list('${step.project.id}', { status: 'open' }))`,
        );
        line(`  ${priorities(step.issues)}. The most urgent:`);
        for (const [number = '', priority = '', title = ''] of table(issueRows(step.issues), paper)) {
          line(`  ${number}  ${paint(looks[priority.trim()] ?? 'dim', priority)}  ${title}`);
        }
        return;
      case 'context': {
        const { issue } = step.context;
        heading(
          `#${issue.issueNumber} ${fitted(issue.title, width - 40)}`,
          `client.issues.context(…, ${issue.issueNumber})`,
        );
        for (const [name = '', text = ''] of table(contextRows(step.context), paper))
          line(`  ${paint('dim', name)}  ${text}`);
        return;
      }
      case 'changed':
        heading('Work on it', 'client.issues.update(…), client.issues.comments.create(…)');
        line(`  status   ${step.from} → ${paint('green', step.issue.status)}`);
        return;
      case 'commented':
        line(`  comment  ${step.content}`);
        return;
      case 'rejected': {
        heading('What is rejected', 'error.name, error.status');
        const { attempt, error } = step;
        const isAnswer = error instanceof ApiError;
        line(
          `  ${attempt.padEnd(40)}${paint('yellow', isAnswer ? `${error.status} ${error.name}` : `${error.name}, not sent`)}`,
        );
        for (const part of wrap(isAnswer ? error.error : reason(error), width - 4)) line(`    ${paint('dim', part)}`);
        return;
      }
    }
  };
}

function priorities(issues: readonly IssueListItem[]): string {
  const counts = Object.entries(Object.groupBy(issues, ({ priority }) => priority));
  return counts.map(([priority, of]) => `${of.length} ${priority}`).join(', ');
}

function issueRows(issues: readonly IssueListItem[]): string[][] {
  return issues
    .slice(0, shown)
    .map(({ issueNumber, priority, title }) => [`#${issueNumber}`.padStart(4), priority, title]);
}

function contextRows({
  issue,
  comments,
  consoleLogs,
  networkLogs,
  techContext,
  userActions,
}: IssueContext): string[][] {
  const failed = networkLogs.filter(({ status }) => status >= 400).at(-1);
  // Skip console entries about the failed request, which has its own row.
  const entries = consoleLogs.filter(({ message }) => !failed || !message.includes(failed.url));
  const entry = entries.find(({ level }) => level === 'error') ?? entries.find(({ level }) => level === 'warn');
  const last = comments.at(-1);
  const steps = userActions.map(({ type, target, text }) => `${verbs[type] ?? type} ${text ?? path(target)}`);
  return [
    ['reported', `${issue.createdAt.slice(0, 10)} by ${issue.reporterName}, ${issue.browserInfo} on ${issue.osInfo}`],
    ['page', issue.pageUrl],
    ['did', steps.join(' → ')],
    ...(failed ? [['request', `${failed.method} ${failed.url} → ${failed.status}`]] : []),
    ...(entry ? [['console', entry.message.split('\n')[0] ?? '']] : []),
    ...(techContext ? [['element', techContext.cssSelector]] : []),
    ...(last ? [['comments', `${comments.length}, the last by ${last.authorName}: ${last.content}`]] : []),
  ];
}

/** Returns a URL without its origin, and a selector unchanged. */
function path(target: string): string {
  return target.replace(/^https?:\/\/[^/]+/, '');
}

function wrap(text: string, columns: number): string[] {
  return text.match(new RegExp(`.{1,${columns}}(?=\\s|$)`, 'g'))?.map((part) => part.trim()) ?? [text];
}

/** An error's message without the request it begins with. */
function reason(error: Error): string {
  return error.message.replace(/^\S+ \S+: /, '');
}
