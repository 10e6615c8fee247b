import type { Reporter, TestModule } from 'vitest/node';
import { needs } from './needs.ts';

interface Run {
  /** Files that are not even collected where there is no Chromium. */
  readonly withoutChromium: readonly string[];
  /** The first seed, where it is another in each run. */
  readonly seed: string | undefined;
}

/** Says at the end of a run how to repeat it, and in one line what was left out because the machine lacks a program. */
export default class LastLines implements Reporter {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { withoutChromium, seed } = this.#run;
    if (seed !== undefined) console.log(`\nThe seeds of this run began at ${seed}: SEED=${seed} repeats them.`);
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    const lacking = needs
      .filter(({ skip }) => skip)
      .flatMap(({ name, description }) => {
        const tests = skipped.filter(({ tags }) => tags.includes(name)).length;
        const files = name === 'chromium' ? withoutChromium.length : 0;
        if (tests + files === 0) return [];
        const counts = [...counted(tests, 'test'), ...counted(files, 'file')].join(' and ');
        return [`${counts} ${tests + files === 1 ? 'needs' : 'need'} ${name} (${description})`];
      });
    if (lacking.length > 0) console.log(`\n${lacking.join(', ')}`);
  }
}

function counted(count: number, what: string): string[] {
  if (count === 0) return [];
  return [`${count} ${what}${count === 1 ? '' : 's'}`];
}
