// Prints a summary of CI's test runs: each failure by name, and the counts of all runs together.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

let passed = 0;
let failed = 0;
let skipped = 0;
for (const path of process.argv.slice(2)) {
  if (!existsSync(path)) {
    console.log(`failed: a run without results (${path})`);
    failed++;
    continue;
  }
  const run = JSON.parse(readFileSync(path, 'utf8'));
  const failures = run.testResults.flatMap(namesOfFailures);
  for (const name of failures) console.log(`failed: ${name}`);
  passed += run.numPassedTests;
  failed += failures.length;
  skipped += run.numPendingTests;
}
console.log(`tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;

/** Returns the failed tests of a file, or the file itself if it could not be loaded. */
function namesOfFailures({ name, status, assertionResults }) {
  const file = relative(process.cwd(), name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length > 0) return tests.map(({ fullName }) => `${file} › ${fullName}`);
  return status === 'failed' ? [`${file} (the whole file)`] : [];
}
