/** The globals that identify the runtime. Bun, Deno and Workers report a version of Node too. */
interface Runtime {
  readonly process?: { readonly versions?: { readonly node?: string; readonly bun?: string; readonly deno?: string } };
  readonly navigator?: { readonly userAgent?: string };
}

/**
 * Returns why Node is too old for a package; `undefined` in a newer one, and in Bun, Deno, Workers and browsers. Without this
 * message, Node would report an unclear error.
 *
 * @param engines The versions in the package's manifest, such as `>=22.18`.
 */
export function nodeProblem(
  name: string,
  engines: string,
  { process, navigator }: Runtime = globalThis,
): string | undefined {
  const { node, bun, deno } = process?.versions ?? {};
  if (!node || bun || deno || navigator?.userAgent === 'Cloudflare-Workers') return undefined;
  const needed = engines.replace('>=', '');
  if (rankOf(node) >= rankOf(needed)) return undefined;
  return `${name} requires Node ${needed} or later, found ${node}`;
}

/** Returns a number that grows with the version. Numeric, because 22.9 is before 22.18; `localeCompare` takes 10 ms to load. */
function rankOf(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
}
