import { createMock, type World } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { listen } from '@issue-tracking/mock/server';
import { IssueTrackingClient } from '@issue-tracking/sdk';
import { type Output, paper } from './paper.ts';
import { printAccess } from './print-access.ts';
import { stepPrinter } from './print-step.ts';
import { type TriageClients, triageRound } from './triage-round.ts';

/** The environment of the program. */
export interface RunOptions {
  readonly output: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when the user ends the program. */
  stopped(): Promise<void>;
}

const usage = `npm run demo [-- --keep]

Starts the mock with the demo world and lets the SDK do a triage round.
  --keep  leaves the mock running and prints how to reach it
`;

/** The demo: gives the status to exit with. */
export async function runDemo(args: readonly string[], { output, env, stopped }: RunOptions): Promise<number> {
  // `pnpm demo -- --keep` hands the dashes on.
  const flags = args.filter((arg) => arg !== '--');
  const unknown = flags.find((flag) => !['--keep', '--help'].includes(flag));
  if (flags.includes('--help') || unknown !== undefined) {
    output.write(unknown === undefined ? usage : `There is no ${unknown}.\n\n${usage}`);
    return unknown === undefined ? 0 : 2;
  }

  const world = demoWorld();
  const mock = createMock({ world });
  const server = await listen(mock);
  try {
    const sheet = paper(output, env);
    sheet.line(`${sheet.paint('bold', 'A triage round')} of the SDK, over HTTP, with the mock at ${server.url}`);
    const begun = performance.now();
    const print = stepPrinter(sheet);
    for await (const step of triageRound(clientsFor(world, server.url), foreignProject(world))) print(step);

    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    sheet.line();
    sheet.line(`Done: ${mock.requests.all().length} requests in ${seconds} s.`);
    if (flags.includes('--keep')) {
      printAccess(sheet, server.url, world);
      await stopped();
    } else {
      sheet.line(sheet.paint('dim', 'The code is in examples/triage; with --keep the mock goes on running.'));
    }
    return 0;
  } finally {
    await server.close();
  }
}

/** Clients with a key that may do everything and one that may only read, both of the first organization. */
function clientsFor({ organizations = [] }: World, baseUrl: string): TriageClients {
  const apiKeys = organizations[0]?.apiKeys ?? [];
  const full = apiKeys.find(({ scopes }) => scopes?.includes('issues:write'));
  const readOnly = apiKeys.find(({ scopes }) => scopes?.includes('issues:read') && !scopes.includes('issues:write'));
  return {
    full: new IssueTrackingClient({ baseUrl, apiKey: full?.key ?? '' }),
    readOnly: new IssueTrackingClient({ baseUrl, apiKey: readOnly?.key ?? '' }),
  };
}

function foreignProject({ organizations = [] }: World): string {
  return organizations[1]?.projects?.[0]?.id ?? '';
}
