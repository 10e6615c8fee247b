import program from './examples/first-screen.ts?raw';

/** What the buttons of the first screen add to its program: failures of the next update. */
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
