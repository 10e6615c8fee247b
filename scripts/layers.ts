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

/** `check-layers.ts` enforces these orders, and the folder maps of docs/architecture.md are made from them. */
export const layeredPackages: LayeredPackage[] = [
  {
    root: 'packages/sdk/src',
    layers: [
      { names: ['index.ts', 'redis.ts'], about: 'The entry points: names and nothing else' },
      { names: ['client.ts'], about: '`IssueTrackingClient`, which puts options, resources and raw requests together' },
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
        about: 'The key or the token provider, the guard against lockouts, and what clients of one credential share',
      },
      {
        names: ['rate-limit'],
        about: 'The sliding window, the queue of waiting calls, pauses, the interface of a store',
      },
      { names: ['hooks.ts'], about: 'The events that users can listen to' },
      { names: ['errors'], about: 'The error classes, one a file, and how secrets are kept out of them' },
      { names: ['platform'], about: 'Clock, queue, abort signals, digests: what has nothing to do with issues' },
    ],
  },
  {
    root: 'packages/mock/src',
    layers: [
      {
        names: [
          'index.ts',
          'core-entry.ts',
          'node.ts',
          'browser.ts',
          'browser.node.ts',
          'server.ts',
          'vitest.ts',
          'matchers.ts',
          'playwright.ts',
          'storybook.ts',
          'panel.ts',
          'storybook.node.ts',
          'storybook-manager.ts',
          'storybook-preview.ts',
          'demo.ts',
          'command.ts',
          'cli.ts',
        ],
        about: 'The entry points: names and nothing else',
      },
      {
        names: ['cli', 'playwright', 'vitest', 'storybook'],
        about: 'The command, the fixtures of Playwright and Vitest, the Storybook loader',
      },
      {
        names: ['panel'],
        about: 'The page on which people see and steer a mock: `views`, `shell`, `parts`, and `transport` to the mock',
      },
      { names: ['matchers'], about: 'What `expect(mock)` can say in Vitest and Jest' },
      {
        names: ['create-mock'],
        about: 'The only place where everything is put together: options, service, snapshots, with MSW or without',
      },
      { names: ['server'], about: 'The HTTP server: `listen`, hosts and origins, connections' },
      { names: ['control-api'], about: 'The routes under `/__mock/`' },
      {
        names: ['adapters'],
        about: 'A request of one kind in, a response of that kind out: `fetch`, `msw`, `http`, `playwright`',
      },
      { names: ['core.ts'], about: 'What an adapter needs of a mock' },
      { names: ['mock.ts'], about: 'The public interface `Mock`' },
      { names: ['core-mock.ts'], about: 'The part of it that needs no MSW: `CoreMock`' },
      { names: ['tenants'], about: 'An organization of its own for each test' },
      {
        names: ['dashboard'],
        about: 'What people do in the service and the API cannot: verify, publish, create issues',
      },
      {
        names: ['pipeline'],
        about: 'The steps of a request in their order: route, credential, limits, input, target, fault, handler',
      },
      { names: ['handlers'], about: 'What each endpoint does, one file a resource' },
      { names: ['service.ts'], about: 'What a step or a handler is given' },
      { names: ['faults', 'stubs'], about: 'Failures that a test asks for, and endpoints that only a test knows' },
      { names: ['request-log'], about: 'The journal of requests, without secrets' },
      { names: ['scenarios'], about: 'How the whole service behaves, and what can be changed of it while it runs' },
      { names: ['readings'], about: 'The choices where the specification leaves something open' },
      { names: ['store', 'demo'], about: 'The records with their ids and indexes; the generated demo world' },
      { names: ['world'], about: 'A world as the user writes it: its schema, its defaults, its references' },
      { names: ['http'], about: 'Request and response as the pipeline sees them, `HttpError`, JSON, bodies' },
      {
        names: ['input'],
        about: 'What zod found wrong with an input, in our words; the schemas that others are made of',
      },
      { names: ['changes.ts'], about: 'Tells who follows a mock what of it has changed' },
      { names: ['limits', 'clock'], about: 'Sliding windows; the system clock and the virtual one' },
    ],
  },
  {
    root: 'packages/cli/src',
    layers: [
      { names: ['cli.ts'], about: 'The command as a process: streams, signals, exit code' },
      { names: ['main.ts'], about: 'Which command, and its help' },
      { names: ['commands'], about: 'One file a command: `verify`, `calibrate`, `pull`; their flags' },
      {
        names: ['output', 'world'],
        about: 'Colours and progress; a copied project, its journal, and making it anonymous',
      },
      { names: ['probes'], about: 'What is asked, one file a group, with the rules and readings that it decides' },
      { names: ['findings'], about: 'What was found, with its evidence; a body against the model' },
      {
        names: ['service', 'rules.ts', 'context.ts'],
        about:
          'Requests as they are asked for, through the SDK; every rule in one sentence; what a command knows of its surroundings',
      },
    ],
  },
];
