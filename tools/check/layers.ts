/** Folders and top-level files of `src` that stand at one height, and what is in them. */
export interface Layer {
  names: string[];
  about: string;
}

export interface LayeredPackage {
  /** The folder that the layers are in, from the root of the repository. */
  root: string;
  /** From the top down. A file may import from its own folder and from the layers below, never from a neighbour of its layer. */
  layers: Layer[];
}

/** `import-rules.ts` enforces these orders, and the folder maps of docs/contributing/architecture.md are made from them. */
export const layeredPackages: LayeredPackage[] = [
  {
    root: 'packages/sdk/src',
    layers: [
      { names: ['index.ts', 'internal.ts', 'redis.ts', 'store.ts'], about: 'The entry points: names and nothing else' },
      {
        names: ['client.ts', 'sender.ts'],
        about:
          '`IssueTrackingClient`, which puts options, resources and raw requests together; single requests of the command',
      },
      { names: ['redis'], about: 'The store that shares a rate limit through Redis' },
      { names: ['options'], about: 'What a client takes: checked, and completed with defaults' },
      { names: ['raw-request'], about: '`client.request()`, for paths that have no method' },
      {
        names: ['resources'],
        about:
          'The methods of projects, issues and comments; pages, iteration, `context`, `waitFor`, comments sent once',
      },
      {
        names: ['call'],
        about:
          'One call from its arguments to its result: attempts, retries, waiting, deadline, and the error at the end',
      },
      { names: ['validation'], about: "Arguments and answers against the model's schemas; drift" },
      {
        names: ['credential'],
        about:
          'The key or the token provider, the circuit breaker, the queue of waiting calls, and what clients of one credential share',
      },
      {
        names: ['rate-limit'],
        about: 'The sliding window, pauses, the interface of a store',
      },
      { names: ['hooks.ts'], about: 'The events that users can listen to' },
      { names: ['errors'], about: 'The error classes, and how secrets are kept out of them' },
      { names: ['platform'], about: 'Clock, abort signals, digests: what has nothing to do with issues' },
    ],
  },
  {
    root: 'packages/mock/src',
    layers: [
      {
        names: [
          'index.ts',
          'internal.ts',
          'msw.ts',
          'msw.node.ts',
          'msw.types.ts',
          'server.ts',
          'vitest.ts',
          'matchers.ts',
          'playwright.ts',
          'storybook.ts',
          'panel.ts',
          'storybook.node.ts',
          'storybook-manager.ts',
          'storybook-preset.ts',
          'storybook-preview.ts',
          'demo.ts',
          'command.ts',
          'cli.ts',
        ],
        about:
          'The entry points: names; but `cli.ts` is the command as a process, and `matchers.ts` registers the matchers',
      },
      {
        names: ['tools'],
        about:
          'What people start or import beside a mock: `cli`, `server`, `vitest`, `matchers`, `playwright`, `storybook`',
      },
      { names: ['control-api'], about: 'The routes under `/__mock/`, each with its schemas' },
      {
        names: ['adapters'],
        about: 'A request of one kind in, a response of that kind out: `msw`, `http`, `playwright`',
      },
      {
        names: ['mock'],
        about: '`createMock`: options, `fetch`, settings, snapshots, tenants, what people do in the dashboard',
      },
      {
        names: ['service'],
        about:
          'What answers a request: the pipeline, handlers, behavior, settings, limits, faults, stubs, the request log',
      },
      { names: ['data'], about: 'The records with their indexes, a world as the user writes it, the demo' },
      { names: ['platform'], about: 'Clock, HTTP, JSON, inputs and what is said of a wrong one' },
    ],
  },
  {
    root: 'packages/cli/src',
    layers: [
      { names: ['cli.ts'], about: 'The command as a process: streams, signals, exit code' },
      { names: ['main.ts'], about: 'Which command, and its help' },
      {
        names: ['commands'],
        about:
          'One file a command: `verify`, `calibrate`, `pull`; their flags, the credential, and what `--json` prints',
      },
      {
        names: ['output', 'world'],
        about: 'Colours and progress; a copied project, its checkpoint, and making it anonymous',
      },
      { names: ['probes'], about: 'What is asked, one file a group, and what it shows of rules and behavior' },
      {
        names: ['findings'],
        about: 'What was found of each part of a rule, with its evidence, and the verdict; a body against the model',
      },
      {
        names: ['service', 'rules.ts', 'context.ts'],
        about:
          'Requests as they are asked for, through the SDK; every rule in one sentence; what a command knows of its surroundings',
      },
      { names: ['platform'], about: 'JSON of which nothing is known, and texts that can be printed' },
    ],
  },
];
