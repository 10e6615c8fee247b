import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Matches string literals that are long sentences. Only these identify the mock: other libraries contain the same words, URLs and
 * short sentences.
 */
const sentence = /(["'`])([^"'`\\$\n]{20,200} [^"'`\\$\n]{20,200})\1/g;

/**
 * Finds the mock in a production build. Compares the build with each sentence in the code of the mock and of its demo data, and with
 * the name of MSW's worker script.
 *
 * @param build The folder of the build.
 * @param application The folder of the application, in which the packages are installed.
 * @param exclude Patterns of files that aren't published, below `build`.
 * @returns `file: text` for each text that was found.
 * @throws Error if the mock isn't installed, or the build has no JavaScript.
 */
export function findMockInBuild(build: string, application: string, exclude: readonly string[] = []): string[] {
  const [mock, sdk] = ['mock', 'sdk'].map((name) =>
    globSync('**/*.{js,cjs}', { cwd: join(application, 'node_modules/@issue-tracking', name, 'dist') }).map((file) =>
      readFileSync(join(application, 'node_modules/@issue-tracking', name, 'dist', file), 'utf8'),
    ),
  );
  const shared = sdk?.join('\n') ?? '';
  const own = (mock ?? []).flatMap((code) => [...code.matchAll(sentence)].map(([, , said = '']) => said));
  const typical = [...new Set(own)].filter((said) => !shared.includes(said));
  if (typical.length < 100) throw new Error(`No code of the mock in ${application}/node_modules`);
  typical.push('mockServiceWorker', 'Mock Service Worker');

  const files = globSync('**/*', { cwd: build, exclude, withFileTypes: true }).filter((entry) => entry.isFile());
  if (!files.some(({ name }) => name.endsWith('.js'))) throw new Error(`No JavaScript in ${build}`);
  return files.flatMap((file) => {
    const path = join(file.parentPath, file.name);
    const content = `${file.name}\n${readFileSync(path, 'utf8')}`;
    return typical.filter((said) => content.includes(said)).map((said) => `${file.name}: ${said}`);
  });
}
