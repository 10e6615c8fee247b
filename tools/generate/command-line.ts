/** docs/reference/command-line.md: the help of both commands, their exit codes, and the members of `--json`. */
import { reportMembers } from '../../packages/cli/src/commands/reports.ts';
import { commandHelp, commands, help } from '../../packages/cli/src/main.ts';
import { helpLines } from '../../packages/mock/src/command/flags.ts';

const variables = [
  ['`ISSUE_TRACKING_BASE_URL`', 'The service, without `/api/v1`'],
  ['`ISSUE_TRACKING_API_KEY`', 'An API key'],
  ['`ISSUE_TRACKING_ACCESS_TOKEN`', 'An OAuth access token, where there is no API key'],
  ['`ISSUE_TRACKING_MOCK_TOKEN`', 'For `mock`: the token of its control API'],
  ['`NO_COLOR`', 'Any value: no colours'],
];

export function commandLinePage(): string {
  const lines = [
    '# Command line',
    '',
    '<!-- Written by `pnpm generate`: do not edit. -->',
    '',
    '## issue-tracking',
    '',
    '[Compare the mock with your service](../mock/compare-with-your-service.md) shows how to use it.',
    '',
    ...fenced(help()),
    '### Environment',
    '',
    ...table(['Variable', 'Meaning'], variables),
    'A flag goes before a variable. Other programs can read flags in the list of processes, but not variables or files.',
    '',
    ...Object.entries(commands).flatMap(([name, command]) => section(name, commandHelp(name, command))),
    '## issue-tracking-mock',
    '',
    '[The mock over HTTP](../mock/server.md) explains the flags. It ends with the exit code of COMMAND, or with 128 and the number of the signal that ended COMMAND; without COMMAND with 0 after a signal. It ends with 1 when it cannot listen or save, with 2 when the command line or a file is wrong, and with 126 or 127 when COMMAND cannot be started.',
    '',
    ...fenced(helpLines().join('\n')),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function section(name: string, text: string): string[] {
  return [
    `## issue-tracking ${name}`,
    '',
    ...fenced(text),
    `### What \`${name} --json\` prints`,
    '',
    ...table(['Member', 'Meaning'], reportMembers(name)),
  ];
}

function fenced(text: string): string[] {
  return ['```text', text.trimEnd(), '```', ''];
}

function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
