import { execFileSync } from 'node:child_process';

/** Internal modules of Node that take long to load: `fetch` with its classes and `MessageEvent`, threads with `MessageChannel`. */
const expensive = ['internal/deps/undici/undici', 'internal/worker/io'];

/**
 * Returns the expensive modules of Node that a program loads. A global such as `Response` loads its module when it is first read, also
 * by a class that extends it.
 *
 * @param cwd A folder in which the program's packages are installed.
 */
export function expensiveModules(program: string, cwd: string): string[] {
  const code = `${program}
    console.log(JSON.stringify(process.moduleLoadList));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd, encoding: 'utf8' });
  const loaded: string[] = JSON.parse(output);
  return expensive.filter((module) => loaded.includes(`NativeModule ${module}`));
}
