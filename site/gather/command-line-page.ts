import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../paths.ts';

const commands = [
  {
    name: 'issue-tracking-mock',
    file: 'packages/mock/src/cli.ts',
    args: [],
    about: 'The mock as a server. [The mock over HTTP](/mock/mock-server) explains each flag.',
  },
  ...['verify', 'calibrate', 'pull'].map((command) => ({
    name: `issue-tracking ${command}`,
    file: 'packages/cli/src/cli.ts',
    args: [command],
    about: 'Asks a real service. [Is the mock true?](/trust/is-the-mock-true) shows what for.',
  })),
];

/** What each command prints for `--help`. */
export function commandLinePage(): string {
  const sections = commands.map(({ name, file, args, about }) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--conditions=@issue-tracking/source', join(root, file), ...args, '--help'],
      { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
    );
    if (status !== 0) throw new Error(`${name} --help failed: ${stderr}`);
    return `## ${name}\n\n${about}\n\n\`\`\`text\n${stdout.trim()}\n\`\`\``;
  });
  return `---\neditLink: false\n---\n\n# Command line\n\nWhat each command prints for \`--help\`.\n\n${sections.join('\n\n')}\n`;
}
