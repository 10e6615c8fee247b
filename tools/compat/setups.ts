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

function storybook(beside: keyof typeof storybookBeside, name: keyof typeof storybookCommands): Setup {
  const { title, command, ...more } = { package: undefined, passed: undefined, ...storybookCommands[name] };
  return {
    name: `storybook-10-${beside}${name === 'build' ? '' : `-${name}`}`,
    folder: 'storybook-10',
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
    ...(beside === 'alone' && name === 'build' && { quick: true }),
    ...(more.passed && { passed: more.passed }),
  };
}

export const setups: readonly Setup[] = [
  ...nodeVersions.map(
    (version): Setup => ({
      name: `node-${version}`,
      folder: 'node',
      title: 'ES modules and CommonJS',
      group: 'Node',
      versions: [`node${version}`],
      command: [`node_modules/node${version}/bin/node`, 'both.mjs'],
      ...(version === '24' && { quick: true }),
    }),
  ),
  {
    name: 'jest-29',
    folder: 'jest-29',
    group: 'Test runners',
    title: 'Jest as installed, CommonJS',
    versions: ['jest'],
    command: [...jest, 'smoke.test.js', 'client.test.js', 'fake-timers.test.js'],
  },
  {
    name: 'jest-30',
    folder: 'jest-30',
    group: 'Test runners',
    title: 'Jest as installed, CommonJS',
    versions: ['jest'],
    command: [...jest, 'smoke.test.js', 'client.test.js', 'fake-timers.test.js'],
    quick: true,
  },
  ...[
    { name: 'ts-jest', title: 'Jest with ts-jest', versions: ['ts-jest', 'typescript'] },
    { name: 'jsdom', title: 'Jest with jest-fixed-jsdom', versions: ['jest-fixed-jsdom'] },
    {
      name: 'handlers',
      title: 'Jest with the handlers of MSW',
      versions: ['msw'],
      note: 'with the `transformIgnorePatterns` of the Jest guide',
    },
    {
      name: 'application',
      title: "Jest with @swc/jest: the tests of an application, `examples/vitest-suite`'s",
      versions: ['@swc/jest'],
    },
  ].map(
    ({ name, versions, ...row }): Setup => ({
      ...row,
      name: `jest-30-${name}`,
      folder: 'jest-30',
      group: 'Test runners',
      versions: ['jest', ...versions],
      command: [...jest, '-c', `${name}.config.js`],
    }),
  ),
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
    name: 'angular',
    folder: 'angular',
    title: 'Angular: TestBed and HttpClient with credentials, in jsdom through MSW and to the server',
    group: 'Test runners',
    versions: ['@angular/core', 'vitest', 'jsdom', 'msw'],
    command: ['node', 'node_modules/vitest/vitest.mjs', 'run', '--environment', 'jsdom'],
  },
  {
    name: 'node-test',
    folder: 'runners',
    title: 'node:test',
    group: 'Test runners',
    versions: [],
    command: ['node', '--test', 'node-test.js', 'guide.js', 'own-date.js'],
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
    quick: true,
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
  {
    name: 'deno',
    folder: 'deno',
    title: 'Deno',
    group: 'Runtimes',
    versions: ['@deno/linux-x64-glibc'],
    command: ['node_modules/@deno/linux-x64-glibc/deno', 'run', '--allow-all', 'smoke.mjs'],
    note: 'MSW 3 does not see what Deno’s own `fetch` sends: give the client `mock.fetch`',
  },
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
  ...typeScriptVersions.map(
    (version): Setup => ({
      name: `typescript-${version}`,
      folder: `typescript-${version}`,
      title: `moduleResolution ${resolutions(version).join(', ')}`,
      group: 'TypeScript',
      versions: ['typescript'],
      command: ['node', 'compile.mjs', ...resolutions(version)],
      ...(version === '5.9' && { quick: true }),
    }),
  ),
  {
    name: 'typescript-5.9-wrapper',
    folder: 'typescript-5.9',
    title: 'A package that wraps the client and emits declarations',
    group: 'TypeScript',
    versions: ['typescript'],
    command: ['node', 'compile.mjs', 'wrapper'],
    quick: true,
  },
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
  {
    name: 'chromium',
    folder: 'browser',
    title: 'A page, a Web Worker, and a page under a strict content security policy',
    group: 'Browsers',
    versions: ['playwright-core'],
    command: ['node', 'browse.mjs'],
  },
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
    title:
      'An application of `npx create-next-app@latest`: cache, browser, server action and its test, errors in production',
    group: 'Frameworks and bundlers',
    versions: ['next', 'react'],
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
  ...[
    { name: 'astro', title: 'Astro: a page that reads issues in its build', versions: ['astro'] },
    {
      name: 'sveltekit',
      title: 'SvelteKit: a load function whose page of issues goes to a component',
      versions: ['@sveltejs/kit', 'svelte'],
    },
  ].map(
    (row): Setup => ({
      ...row,
      folder: row.name,
      group: 'Frameworks and bundlers',
      command: ['node', 'smoke.mjs'],
    }),
  ),
  {
    name: 'next',
    folder: 'next',
    title: 'Next.js with turbopack and webpack: route handler, server and client component',
    group: 'Frameworks and bundlers',
    versions: ['next', 'react'],
    command: ['node', 'smoke.mjs'],
  },
  // Without msw-storybook-addon and beside both of its forms.
  storybook('alone', 'build'),
  storybook('alone', 'dev'),
  storybook('alone', 'vitest'),
  storybook('alone', 'runner'),
  storybook('addon', 'build'),
  storybook('loader', 'build'),
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
  {
    name: 'openapi-hey-api',
    folder: 'openapi-hey-api',
    title: 'A client is generated and compiled; every operation called by it',
    group: 'OpenAPI',
    versions: ['@hey-api/openapi-ts', 'typescript'],
    command: ['node', 'smoke.mjs'],
  },
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
    command: ['npx', 'issue-tracking-mock', '--', 'python3', '-m', 'unittest'],
    passed: /Ran (\d+) tests/g,
  },
];
