import { build } from 'vitepress';
import { docs } from './paths.ts';
import { checkLinks } from './test/links.ts';

/**
 * Builds the site into `docs/.vitepress/dist`.
 *
 * @throws Error for a warning of VitePress or Vite, and for a broken link.
 */
export async function buildSite(): Promise<void> {
  const warnings = collectWarnings();
  await build(docs);
  const broken = checkLinks();
  if (warnings.length > 0) throw new Error(`The build warned ${warnings.length} times, see above`);
  if (broken.length > 0) throw new Error(`${broken.length} broken links:\n${broken.join('\n')}`);
}

/** Collects output that mentions a warning. The output still reaches the terminal. */
function collectWarnings(): string[] {
  const warnings: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: never[]) => {
      const text = String(chunk);
      if (/\bwarn(ing)?\b/i.test(text) || text.includes('(!)')) warnings.push(text);
      return write(chunk, ...rest);
    };
  }
  return warnings;
}
