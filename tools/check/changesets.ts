const bumps = ['none', 'patch', 'minor', 'major'] as const;

/** The part of a package's version that a changeset raises. */
export type Bump = (typeof bumps)[number];

/** Returns the furthest bump of a package in the texts of changesets. */
export function bumpOf(name: string, changesets: readonly string[]): Bump {
  const pattern = new RegExp(`^['"]?${name}['"]?: *(patch|minor|major) *$`, 'm');
  const found = changesets.map((text) => pattern.exec(/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '')?.[1]);
  return bumps.findLast((bump) => found.includes(bump)) ?? 'none';
}

/** Returns the least bump for a change of the public surface: before 1.0, a minor version may break. */
export function neededBump(version: string, isBreak: boolean): Bump {
  if (version.startsWith('0.')) return isBreak ? 'minor' : 'patch';
  return isBreak ? 'major' : 'minor';
}

/** Whether a bump is at least as far as the needed one. */
export function covers(bump: Bump, needed: Bump): boolean {
  return bumps.indexOf(bump) >= bumps.indexOf(needed);
}
