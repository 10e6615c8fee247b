/** One row of the support table: a command in a project made from a folder of `setups/`. */
export interface Setup {
  /** What `pnpm compat NAME` takes; the beginning of a name takes all that begin so. */
  readonly name: string;
  /** The folder; several rows may share a project. */
  readonly folder: string;
  /** As the table shows it, before the versions. */
  readonly title: string;
  readonly group: 'Node' | 'Test runners' | 'Runtimes' | 'Browsers' | 'Frameworks and bundlers' | 'TypeScript' | 'MSW';
  /** Packages whose installed version the table shows. */
  readonly versions: readonly string[];
  /** Run in the project; `node` is the one that runs the harness. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Part of `pnpm compat quick`, which CI runs. */
  readonly quick?: true;
  /** What a reader of the table should know. */
  readonly note?: string;
}

const nodeVersions = ['22', '24', '26'];

export const setups: readonly Setup[] = [
  ...nodeVersions.flatMap((version): Setup[] => [
    {
      name: `node-${version}-esm`,
      folder: 'node',
      title: 'ES modules',
      group: 'Node',
      versions: [`node${version}`],
      command: [`node_modules/node${version}/bin/node`, 'smoke.mjs'],
    },
    {
      name: `node-${version}-commonjs`,
      folder: 'node',
      title: 'CommonJS',
      group: 'Node',
      versions: [`node${version}`],
      command: [`node_modules/node${version}/bin/node`, 'smoke.cjs'],
      ...(version === '24' && { quick: true }),
    },
  ]),
];
