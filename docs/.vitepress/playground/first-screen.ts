import program from './examples/first-screen.ts?raw';

/** Failures of the next update, each a line that a button of the first screen adds to its program. */
export const failures: Readonly<Record<string, string>> = {
  'Status 503': "mock.faults.add({ endpoint: 'issues.update', status: 503 });",
  'Status 429': "mock.faults.add({ endpoint: 'issues.update', status: 429, headers: { 'retry-after': '2' } });",
  'Lost response': "mock.faults.add({ endpoint: 'issues.update', when: 'after', drop: true });",
};

/** Returns the program of the first screen with one of the failures, after the line that makes the mock. */
export function programWith(failure: string | undefined): string {
  const line = failure === undefined ? undefined : failures[failure];
  return line === undefined ? program : program.replace(/(?<=createMock\(\);\n)/, `${line}\n`);
}
