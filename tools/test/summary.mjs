// What the last lines of CI say about the tests: their counts, and each failure by name.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** How many failed files are worth a second run: more than that is no matter of a busy machine. */
const mostFiles = 5;

const [mode, ...rest] = process.argv.slice(2);
if (mode === '--files') {
  const files = failedFiles(results(rest[0]));
  if (files.length <= mostFiles) for (const file of files) console.log(file);
} else {
  summarize(results(mode), results(rest[0]));
}

function summarize(first, second) {
  if (!first) {
    console.log('tests: 0 passed, 1 failed (the run wrote no results)');
    process.exitCode = 1;
    return;
  }
  const passedAlone = new Set(second?.testResults.flatMap(namesOfPasses));
  const failures = first.testResults.flatMap(namesOfFailures);
  const unsteady = failures.filter((name) => passedAlone.has(name));
  const stillFailing = failures.filter((name) => !passedAlone.has(name));
  for (const name of unsteady) console.log(`failed, then passed by itself: ${name}`);
  for (const name of stillFailing) console.log(`failed: ${name}`);

  const { numPassedTests = 0, numPendingTests: skipped = 0 } = first;
  const passed = numPassedTests + unsteady.length;
  console.log(`tests: ${passed} passed, ${stillFailing.length} failed${skipped ? `, ${skipped} skipped` : ''}`);
  process.exitCode = passed > 0 && stillFailing.length === 0 ? 0 : 1;
}

/** What Vitest's JSON reporter wrote, or undefined when that run did not take place. */
function results(path) {
  const text = readFileSync(path, 'utf8');
  return text ? JSON.parse(text) : undefined;
}

function failedFiles(run) {
  return (run?.testResults ?? []).filter((file) => file.status === 'failed').map(place);
}

/** A file that could not be run at all has no failed test in it, but failed. */
function namesOfFailures(file) {
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  if (failed.length > 0) return failed.map((test) => nameOf(file, test));
  return file.status === 'failed' ? [wholeFile(file)] : [];
}

/** With the file itself, for one that could not be run the first time. */
function namesOfPasses(file) {
  if (file.status !== 'passed') return [];
  return [wholeFile(file), ...file.assertionResults.map((test) => nameOf(file, test))];
}

function nameOf(file, test) {
  return `${place(file)} › ${test.fullName}`;
}

function wholeFile(file) {
  return `${place(file)} (the whole file)`;
}

function place(file) {
  return relative(process.cwd(), file.name);
}
