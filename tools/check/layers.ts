/** Folders and top-level files of `src` on one layer. */
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

/** The folders of each package, each with a sentence for readers. `import-rules.ts` enforces these orders. */
export const layeredPackages: LayeredPackage[] = [
  {
    root: 'packages/sdk/src',
    layers: [
      { names: ['index.ts', 'internal.ts', 'redis.ts', 'store.ts'], about: 'The entry points: names and nothing else' },
      {
        names: ['client.ts'],
        about: '`IssueTrackingClient`, which combines options, resources and raw requests',
      },
      { names: ['redis'], about: 'The store that shares a rate limit through Redis' },
      { names: ['options'], about: 'Client options: validation and defaults' },
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
      { names: ['validation'], about: "Validation of arguments and responses with the model's schemas; drift" },
      {
        names: ['gate'],
        about:
          'Where calls wait: the source of the credential, and its gate with queue, rate window, pause and circuit breaker',
      },
      { names: ['hooks.ts'], about: 'The events that users can listen to' },
      { names: ['errors'], about: 'The error classes, and how secrets are kept out of them' },
      { names: ['platform'], about: 'Clock, abort signals, digests: code that knows nothing of issues' },
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
          'cli.ts',
        ],
        about:
          'The entry points: names; but `cli.ts` is the command as a process, and `matchers.ts` registers the matchers',
      },
      {
        names: ['command', 'storybook', 'testing'],
        about: 'What starts a mock: the command, the addon, the fixtures of Vitest and Playwright with the matchers',
      },
      { names: ['create-mock.ts', 'server'], about: '`createMock`; `listen`: a mock over HTTP, with the panel' },
      {
        names: ['control'],
        about: 'The methods that other processes and the panel call, in one table with their schemas',
      },
      {
        names: ['adapters'],
        about:
          'A request of one kind in, as a `Sent`; a `Reply` out, as a response of that kind: `fetch`, `msw`, `node`, `playwright`',
      },
      { names: ['mock'], about: 'What users hold: `Mock`, its options and tenants; what clients of this process read' },
      { names: ['serve.ts'], about: 'The way of a request, step by step' },
      { names: ['steps'], about: 'One file a step, and what the steps share: the passage of a request, errors, `why`' },
      { names: ['endpoints'], about: "The response of each endpoint of the model's table" },
      { names: ['state.ts'], about: 'All that changes while a mock runs; a snapshot is its copy' },
      { names: ['faults'], about: 'Faults: which applies to a request, and what it does' },
      { names: ['log'], about: 'The requests that were received: entries, filters, redaction, warnings, traces' },
      { names: ['settings'], about: 'Scenario, latency, request rate, behavior' },
      { names: ['behavior'], about: 'Behavior options: the gaps that have a choice' },
      { names: ['records'], about: 'The records with their indexes, a world as the user writes it, the demo' },
      { names: ['history.ts'], about: 'The last changes from outside the API' },
      { names: ['made-change.ts'], about: 'What such a change did, who made it, and how it is taken back' },
      {
        names: ['changes.ts', 'rate-window.ts', 'sleepers.ts', 'without-change.ts'],
        about: 'Notices of changes, sliding windows, requests that wait, an object without one of its changes',
      },
      { names: ['platform'], about: 'Clock, HTTP, JSON, validation of inputs, command lines' },
    ],
  },
  {
    root: 'packages/cli/src',
    layers: [
      { names: ['cli.ts'], about: 'The command as a process: streams, signals, exit code' },
      { names: ['main.ts'], about: 'Which command, and its help' },
      {
        names: ['commands'],
        about: 'One file a command: `compare`, `pull`; their flags, the credential, and what `--json` prints',
      },
      { names: ['output', 'world'], about: 'The printer and the progress; a copied project and its anonymization' },
      {
        names: ['compare'],
        about: 'The table of probes, what each compares, the mock of the data, and the findings',
      },
      {
        names: ['service', 'rules.ts', 'context.ts'],
        about: 'Requests through the SDK; every rule in one sentence; the context of a command',
      },
      { names: ['platform'], about: 'JSON of unknown shape, plurals, signals' },
    ],
  },
];
