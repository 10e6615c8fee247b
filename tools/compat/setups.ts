import { join } from 'node:path';

/** One row of the support table: a command in a project made from a folder of `setups/`. */
export interface Setup {
  /** The name for `pnpm compat NAME`. `jest` selects `jest-29` and all others that begin with `jest-`. */
  readonly name: string;
  /** The folder in `setups/` or `examples/`. Rows may share a project. */
  readonly folder: string;
  /** The title in the table, before the versions. */
  readonly title: string;
  readonly group:
    | 'Node'
    | 'Test runners'
    | 'Runtimes'
    | 'Browsers'
    | 'Frameworks and bundlers'
    | 'TypeScript'
    | 'MSW'
    | 'OpenAPI'
    | 'Examples';
  /** Packages whose installed versions the table shows. */
  readonly versions: readonly string[];
  /** The command to run in the project. `node` is the Node of the harness. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The example to copy out of the repository. Its project has no lockfile. */
  readonly example?: string;
  /** The page that creates the application, with what the registry serves today. It has no folder here. */
  readonly created?: CreatedApplication;
  /** Matches the number of passed tests in a runner's output. By default the lines of the smoke suite are counted. */
  readonly passed?: RegExp;
  /** Part of `pnpm compat quick`, which CI runs. */
  readonly quick?: true;
  /** A note for readers of the table. */
  readonly note?: string;
}

/** An application that a page of the documentation creates, with an initializer such as create-vite. */
export interface CreatedApplication {
  /** The page, from the root of the repository. All its steps are followed before `command` runs in the application. */
  readonly page: string;
  /** The alternative of the page, as `vue-ts`. */
  readonly choice?: string;
  /** The folder that the page names. */
  readonly folder: string;
}

const nodeVersions = ['22', '24', '26'];
const jestVersions = ['29', '30'];
const jest = ['node', 'node_modules/jest/bin/jest.js'];

const typeScriptVersions = ['5.4', '5.9', '6', '7'];
/** TypeScript 7 has removed `node10`. */
const resolutions = (version: string) => ['node16', 'nodenext', 'bundler', ...(version === '7' ? [] : ['node10'])];

const storybookBeside = {
  alone: '',
  addon: ', beside msw-storybook-addon',
  loader: ', beside `mswLoader(storyWorker)` of msw-storybook-addon',
};
const storybookCommands = {
  build: { title: 'Storybook, built and served below a path', command: ['node', 'smoke.mjs', 'build'] },
  dev: { title: '`storybook dev`', command: ['node', 'smoke.mjs', 'dev'] },
  vitest: {
    title: "Storybook's stories as tests, by `@storybook/addon-vitest`",
    command: ['node', 'node_modules/vitest/vitest.mjs', 'run'],
    package: '@storybook/addon-vitest',
    passed: /Tests +(\d+) passed/g,
  },
  runner: {
    title: "Storybook's stories as tests, by `@storybook/test-runner`",
    command: ['node', 'runner.mjs'],
    package: '@storybook/test-runner',
    passed: /Tests: +(\d+) passed/g,
  },
};

function storybook(version: string, beside: keyof typeof storybookBeside, name: keyof typeof storybookCommands): Setup {
  const { title, command, ...more } = { package: undefined, passed: undefined, ...storybookCommands[name] };
  return {
    name: `storybook-${version}-${beside}${name === 'build' ? '' : `-${name}`}`,
    folder: `storybook-${version}`,
    title: `${title}${storybookBeside[beside]}`,
    group: 'Frameworks and bundlers',
    versions: [
      'storybook',
      'msw',
      ...(more.package ? [more.package] : []),
      ...(beside === 'alone' ? [] : ['msw-storybook-addon']),
    ],
    command,
    env: { VITE_MSW: beside, STORYBOOK_DISABLE_TELEMETRY: '1' },
    ...(more.passed && { passed: more.passed }),
  };
}

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
  ...jestVersions.flatMap((version): Setup[] => {
    const row = { folder: `jest-${version}`, group: 'Test runners' } as const;
    return [
      {
        ...row,
        name: `jest-${version}`,
        title: 'Jest as installed, CommonJS',
        versions: ['jest'],
        command: [...jest, 'smoke.test.js', 'client.test.js', 'fake-timers.test.js'],
        ...(version === '30' && { quick: true }),
      },
      {
        ...row,
        name: `jest-${version}-ts-jest`,
        title: 'Jest with ts-jest',
        versions: ['jest', 'ts-jest', 'typescript'],
        command: [...jest, '-c', 'ts-jest.config.js'],
      },
      {
        ...row,
        name: `jest-${version}-swc`,
        title: 'Jest with @swc/jest',
        versions: ['jest', '@swc/jest'],
        command: [...jest, '-c', 'swc.config.js'],
      },
      {
        ...row,
        name: `jest-${version}-jsdom`,
        title: 'Jest with jest-fixed-jsdom',
        versions: ['jest', 'jest-fixed-jsdom'],
        command: [...jest, '-c', 'jsdom.config.js'],
      },
      {
        ...row,
        name: `jest-${version}-handlers`,
        title: 'Jest with the handlers of MSW',
        versions: ['jest', 'msw'],
        command: [...jest, '-c', 'handlers.config.js'],
        note: 'with the `transformIgnorePatterns` of the Jest guide',
      },
      {
        ...row,
        name: `jest-${version}-suite`,
        title: 'Jest: 300 generated tests in three orders',
        versions: ['jest', 'msw'],
        command: ['node', 'suite.mjs'],
      },
      {
        ...row,
        name: `jest-${version}-application`,
        title: "Jest: the tests of an application, `examples/vitest-suite`'s",
        versions: ['jest', '@swc/jest'],
        command: [...jest, '-c', 'application.config.js'],
      },
    ];
  }),
  ...['3', '4', '5'].map(
    (version): Setup => ({
      name: `vitest-${version}`,
      folder: `vitest-${version}`,
      title: version === '3' ? 'Vitest, without the fixture' : 'Vitest, with the fixture',
      group: 'Test runners',
      versions: ['vitest', 'msw'],
      command: ['node', 'node_modules/vitest/vitest.mjs', 'run'],
    }),
  ),
  ...['jsdom', 'happy-dom'].map(
    (environment): Setup => ({
      name: environment,
      folder: 'dom',
      title: `Vitest in ${environment}: the client, fetch and axios through MSW`,
      group: 'Test runners',
      versions: [environment, 'vitest', 'msw', 'axios'],
      command: ['node', 'node_modules/vitest/vitest.mjs', 'run', '--environment', environment],
      ...(environment === 'happy-dom' && { note: 'happy-dom prints lost and aborted requests' }),
    }),
  ),
  {
    name: 'node-test',
    folder: 'runners',
    title: 'node:test',
    group: 'Test runners',
    versions: [],
    command: ['node', '--test', 'node-test.js', 'guide.js'],
  },
  {
    name: 'mocha',
    folder: 'runners',
    title: 'Mocha',
    group: 'Test runners',
    versions: ['mocha'],
    command: ['node', 'node_modules/mocha/bin/mocha.js', 'mocha.js'],
  },
  {
    name: 'playwright',
    folder: 'playwright',
    title: 'Playwright, with the fixtures',
    group: 'Test runners',
    versions: ['@playwright/test'],
    command: ['node', 'node_modules/@playwright/test/cli.js', 'test'],
  },
  {
    name: 'proxy',
    folder: 'proxy',
    title: 'Node behind a proxy, and with a certificate of a company',
    group: 'Node',
    versions: ['undici'],
    command: ['node', 'smoke.mjs'],
  },
  {
    name: 'bun',
    folder: 'bun',
    title: 'Bun',
    group: 'Runtimes',
    versions: ['@oven/bun-linux-x64'],
    command: ['node_modules/@oven/bun-linux-x64/bin/bun', 'smoke.mjs'],
  },
  {
    name: 'bun-test',
    folder: 'bun',
    title: "Bun's test runner",
    group: 'Test runners',
    versions: ['@oven/bun-linux-x64'],
    command: ['node_modules/@oven/bun-linux-x64/bin/bun', 'test', 'smoke.test.js'],
  },
  ...[undefined, 'handlers'].map(
    (what): Setup => ({
      name: what ? `deno-${what}` : 'deno',
      folder: 'deno',
      title: what ? 'Deno with the handlers of MSW' : 'Deno',
      group: 'Runtimes',
      versions: ['@deno/linux-x64-glibc', ...(what ? ['msw'] : [])],
      command: ['node_modules/@deno/linux-x64-glibc/deno', 'run', '--allow-all', what ? 'handlers.mjs' : 'smoke.mjs'],
      ...(what && {
        note: 'MSW 3 does not see what Deno’s own `fetch` sends: give the client `mock.fetch`',
      }),
    }),
  ),
  // The oldest supported date, from before `WeakRef`, and a recent one.
  ...['2024-01-01', '2026-07-01'].map(
    (date): Setup => ({
      name: `workerd-${date}`,
      folder: 'workerd',
      title: `Cloudflare Workers, compatibility date ${date}`,
      group: 'Runtimes',
      versions: ['miniflare', 'workerd'],
      command: ['node', 'smoke.mjs', date],
      ...(date === '2024-01-01' && { quick: true }),
    }),
  ),
  {
    name: 'edge-runtime',
    folder: 'edge-runtime',
    title: 'Edge runtime',
    group: 'Runtimes',
    versions: ['edge-runtime'],
    command: ['node', 'smoke.mjs'],
  },
  ...typeScriptVersions.flatMap((version) =>
    resolutions(version).map(
      (resolution): Setup => ({
        name: `typescript-${version}-${resolution}`,
        folder: `typescript-${version}`,
        title: `moduleResolution ${resolution}`,
        group: 'TypeScript',
        versions: ['typescript'],
        command: ['node', 'compile.mjs', resolution],
        ...(version === '5.9' && { quick: true }),
      }),
    ),
  ),
  ...['2', '3'].map(
    (version): Setup => ({
      name: `msw-${version}`,
      folder: `msw-${version}`,
      title: 'Interception with MSW',
      group: 'MSW',
      versions: ['msw', 'axios'],
      command: ['node', 'smoke.mjs'],
    }),
  ),
  ...['page', 'worker', 'csp'].map(
    (where): Setup => ({
      name: `chromium-${where}`,
      folder: 'browser',
      title:
        { page: 'A page', worker: 'A Web Worker', csp: 'A page under a strict content security policy' }[where] ?? '',
      group: 'Browsers',
      versions: ['playwright-core'],
      command: ['node', 'browse.mjs', where],
    }),
  ),
  ...['esbuild', 'vite', 'webpack', 'rollup', 'parcel'].map(
    (bundler): Setup => ({
      name: bundler,
      folder: 'bundlers',
      title: 'Bundled for a browser; the errors alone without ky and zod',
      group: 'Frameworks and bundlers',
      versions: [bundler],
      command: ['node', 'bundle.mjs', bundler],
      ...(bundler === 'parcel'
        ? { note: 'with `"@parcel/resolver-default": { "packageExports": true }` in package.json' }
        : { quick: true }),
    }),
  ),
  ...['React', 'Vue', 'Svelte'].map((framework): Setup => {
    const name = framework.toLowerCase();
    return {
      name: `create-vite-${name}`,
      folder: `create-vite-${name}`,
      created: { page: 'docs/start/build-a-front-end.md', choice: `${name}-ts`, folder: 'issues' },
      title: `${framework} in an application of \`npm create vite@latest\`: edits of the mock, production build`,
      group: 'Frameworks and bundlers',
      versions: ['vite', name, 'msw'],
      command: ['node', join(import.meta.dirname, 'created/vite.ts')],
    };
  }),
  {
    name: 'create-next',
    folder: 'create-next',
    created: { page: 'docs/recipes/nextjs.md', folder: 'issues' },
    title: 'An application of `npx create-next-app@latest`: server, browser, server action, production build',
    group: 'Frameworks and bundlers',
    versions: ['next', 'react', 'msw'],
    command: ['node', join(import.meta.dirname, 'created/next.ts')],
  },
  {
    name: 'create-storybook',
    folder: 'create-storybook',
    created: { page: 'docs/recipes/storybook.md', folder: 'stories' },
    title:
      'A Storybook of `npm create storybook@latest`: development, stories as tests, production build of the application',
    group: 'Frameworks and bundlers',
    versions: ['storybook', '@storybook/addon-vitest', 'vite', 'msw'],
    command: ['node', join(import.meta.dirname, 'created/storybook.ts')],
  },
  ...['turbopack', 'webpack'].map(
    (builder): Setup => ({
      name: `next-${builder}`,
      folder: 'next',
      title: `Next.js with ${builder}: route handler, server and client component`,
      group: 'Frameworks and bundlers',
      versions: ['next', 'react'],
      command: ['node', 'smoke.mjs', builder],
    }),
  ),
  // With MSW 2 and 3, without msw-storybook-addon and beside both of its forms.
  storybook('9', 'addon', 'build'),
  ...(['build', 'dev', 'vitest', 'runner'] as const).flatMap((command) => [
    storybook('10', 'alone', command),
    storybook('10', 'addon', command),
  ]),
  storybook('10', 'loader', 'build'),
  storybook('10', 'loader', 'vitest'),
  {
    name: 'redis',
    folder: 'redis',
    title: 'The Redis store with three clients',
    group: 'Runtimes',
    versions: ['ioredis', 'iovalkey', 'redis'],
    command: ['node', 'smoke.mjs'],
    note: 'on the system’s `redis-server`, 7 on Debian 12; 6, 8 and Valkey are untested',
  },
  {
    name: 'openapi-fetch',
    folder: 'openapi-fetch',
    title: 'Types by openapi-typescript; every operation called by openapi-fetch',
    group: 'OpenAPI',
    versions: ['openapi-typescript', 'openapi-fetch', 'typescript'],
    command: ['node', 'smoke.mjs'],
  },
  ...['hey-api', 'orval'].map(
    (generator): Setup => ({
      name: `openapi-${generator}`,
      folder: `openapi-${generator}`,
      title: 'A client is generated and compiled; every operation called by it',
      group: 'OpenAPI',
      versions: [generator === 'orval' ? 'orval' : '@hey-api/openapi-ts', 'typescript'],
      command: ['node', 'smoke.mjs'],
    }),
  ),
  {
    name: 'openapi-prism',
    folder: 'openapi-prism',
    title: 'The whole-API suite through Prism as a validating proxy: no violation',
    group: 'OpenAPI',
    versions: ['@stoplight/prism-cli'],
    command: ['node', 'smoke.mjs'],
    note: 'without requests that Prism itself does not survive: a body that is no JSON, `%zz` in a path',
  },
  {
    name: 'openapi-portman',
    folder: 'openapi-portman',
    title: 'Contract tests made by Portman, run by Newman',
    group: 'OpenAPI',
    versions: ['@apideck/portman', 'newman'],
    command: ['node', 'smoke.mjs'],
  },
  {
    name: 'openapi-linters',
    folder: 'openapi-linters',
    title: 'Spectral with all rules but four, Redocly with the recommended ones: nothing found',
    group: 'OpenAPI',
    versions: ['@stoplight/spectral-cli', '@redocly/cli'],
    command: ['node', 'smoke.mjs'],
  },
  ...[
    { example: 'triage', versions: ['vitest'] },
    { example: 'vitest-suite', versions: ['vitest', 'react'] },
    { example: 'front-end', versions: ['vitest', '@tanstack/react-query', 'swr', 'vue'] },
    { example: 'playwright-page', versions: ['vitest', 'vite', 'playwright'] },
    { example: 'triage-board', versions: ['vitest', 'storybook', 'playwright'] },
  ].map(
    ({ example, versions }): Setup => ({
      name: `example-${example}`,
      folder: `example-${example}`,
      example,
      title: `\`examples/${example}\`, its tests`,
      group: 'Examples',
      versions,
      command: ['npm', 'test'],
      passed: /Tests +(\d+) passed/g,
    }),
  ),
  {
    name: 'example-triage-demo',
    folder: 'example-triage',
    example: 'triage',
    title: '`examples/triage`, the round in the terminal',
    group: 'Examples',
    versions: [],
    command: ['npm', 'run', 'demo'],
    passed: /Done: (\d+) requests/g,
  },
  {
    name: 'example-python',
    folder: 'example-python',
    example: 'python',
    title: '`examples/python` beside the server',
    group: 'Examples',
    versions: [],
    command: ['node', 'with-mock-server.mjs'],
    passed: /Ran (\d+) tests/g,
  },
];
