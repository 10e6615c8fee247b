import type { IForbiddenRuleType, IOptions } from 'dependency-cruiser';
import { layeredPackages } from './layers.ts';

const tests = String.raw`\.test(-d)?\.tsx?$|(^|/)fixture\.ts$`;
const anyOf = (names: readonly string[]) =>
  `(${names.map((name) => name.replaceAll('.', String.raw`\.`)).join('|')})(/|$)`;

const order: IForbiddenRuleType[] = layeredPackages.flatMap(({ root, layers }) => [
  ...layers.flatMap(({ names }, height) =>
    names.flatMap((name) => {
      const above = layers.slice(0, height + 1).flatMap((layer) => layer.names.filter((other) => other !== name));
      if (above.length === 0) return [];
      return {
        name: `down-from-${name}`,
        comment: `${root}/${name} may import from itself and from the layers below it. Move what is needed down, or pass it in as an argument.`,
        severity: 'error' as const,
        from: { path: `^${root}/${anyOf([name])}`, pathNot: tests },
        to: { path: `^${root}/${anyOf(above)}` },
      };
    }),
  ),
  ...[
    { from: {}, to: {} },
    { from: { orphan: true }, to: {} },
  ].map(({ from, to }) => ({
    name: 'in-a-layer',
    comment: 'List every folder and file directly in src in tools/check/layers.ts.',
    severity: 'error' as const,
    from: { ...from, path: `^${root}/`, pathNot: `^${root}/${anyOf(layers.flatMap(({ names }) => names))}` },
    to,
  })),
]);

/** The packages of this repository that each package may import from. */
const packages: Record<string, readonly string[]> = {
  model: [],
  sdk: ['model'],
  mock: ['model'],
  cli: ['model', 'sdk', 'mock'],
};
const between: IForbiddenRuleType[] = Object.entries(packages).map(([name, allowed]) => ({
  name: `${name}-imports-${['nothing', ...allowed].at(-1)}`,
  comment: `packages/${name} may import from ${allowed.join(', ') || 'no other package of this repository'}.`,
  severity: 'error',
  from: { path: `^packages/${name}/(src|panel)/`, pathNot: tests },
  to: { path: '^(packages|examples|tools)/', pathNot: `^packages/(${[name, ...allowed].join('|')})/` },
}));

/** Rules against upward and circular imports, imports of types included. */
export const forbidden: IForbiddenRuleType[] = [
  ...order,
  ...between,
  {
    name: 'panel-knows-the-control-api',
    comment:
      'The panel may run on another page than its mock. It imports only the types of the control API (control/types.ts), and `Mock` to mount a panel beside a mock.',
    severity: 'error',
    from: { path: '^packages/mock/panel/', pathNot: tests },
    to: { path: '^packages/mock/src/', pathNot: String.raw`^packages/mock/src/(control/|mock/mock\.ts$)` },
  },
  {
    name: 'src-imports-src',
    comment: 'Published code must not import from test folders.',
    severity: 'error',
    from: { path: '^packages/[^/]+/(src|panel)/', pathNot: tests },
    to: { path: '^packages/[^/]+/test/' },
  },
  {
    name: 'no-circles',
    comment: 'Join files that import each other, or move the shared part to a file below them.',
    severity: 'error',
    from: { path: '^packages/' },
    to: { circular: true },
  },
];

/** Options of dependency-cruiser. */
export const options: IOptions = {
  doNotFollow: { path: 'node_modules|/dist/' },
  exclude: { path: tests },
  tsPreCompilationDeps: true,
  tsConfig: { fileName: 'tsconfig.json' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['@issue-tracking/source', 'node', 'import'],
    mainFields: ['module', 'main'],
  },
};
