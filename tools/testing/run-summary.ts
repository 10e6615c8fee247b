import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { requirements } from './requirements.ts';

interface RunOptions {
  /** Files that are not collected without Chromium. */
  readonly withoutChromium: readonly string[];
  /** The first seed of a long run, which has other seeds than the one before. */
  readonly seed: string | undefined;
}

/** Prints each failure when it occurs, how to repeat the seeds of a run, and which tests were skipped for want of a program. */
export default class RunSummary implements Reporter {
  readonly #options: RunOptions;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  /** Vitest itself prints it when the whole file has ended. */
  onTestCaseResult(test: TestCase): void {
    const { errors = [] } = test.result();
    for (const { message, diff = '' } of errors)
      console.log(`\n✗ ${test.module.relativeModuleId} > ${test.fullName}\n${[message, diff].join('\n').trim()}`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { withoutChromium, seed } = this.#options;
    if (seed !== undefined) console.log(`\nFirst seed: ${seed}. SEED=${seed} repeats this run.`);
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    const missing = requirements
      .filter(({ skip }) => skip)
      .flatMap(({ name, description }) => {
        const tests = skipped.filter(({ tags }) => tags.includes(name)).length;
        const files = name === 'chromium' ? withoutChromium.length : 0;
        if (tests + files === 0) return [];
        const counts = [...pluralize(tests, 'test'), ...pluralize(files, 'file')].join(' and ');
        return [`${counts} ${tests + files === 1 ? 'needs' : 'need'} ${name} (${description})`];
      });
    if (missing.length > 0) console.log(`\n${missing.join(', ')}`);
  }
}

function pluralize(count: number, noun: string): string[] {
  if (count === 0) return [];
  return [`${count} ${noun}${count === 1 ? '' : 's'}`];
}
