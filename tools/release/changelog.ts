/** Lines of the changelogs: the changeset's text, with a link to its commit. Needs no token of the code host. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Changeset {
  readonly summary: string;
  readonly commit?: string;
}

const { bugs } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const repository: string = bugs.replace('/issues', '');

export default {
  getReleaseLine({ summary, commit }: Changeset): string {
    const text = summary.trim().replaceAll(/\n(?=.)/g, '\n  ');
    return `- ${text}${commit ? ` ([${commit.slice(0, 7)}](${repository}/commit/${commit}))` : ''}`;
  },
  /** Omitted: the packages always share one version. */
  getDependencyReleaseLine: (): string => '',
};
