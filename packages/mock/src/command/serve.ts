import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import { recordsIn } from '../mock/world-file.ts';
import { UsageError } from '../platform/command-line/usage-error.ts';
import { isLoopback } from '../platform/http/addresses.ts';
import { specDeviations } from '../records/world.ts';
import { type MockServer, serveHttp } from '../server/listen.ts';
import { serverLimits } from '../server/listen-options.ts';
import { listenProblem } from '../server/listen-problem.ts';
import type { CliContext } from './cli-context.ts';
import type { FlagValues } from './flags.ts';
import { mockOfFlags } from './mock-of-flags.ts';
import type { Printer } from './printer.ts';
import { type Reporter, reporterFor } from './reporter.ts';
import { runProgram } from './run-program.ts';
import { StateFile } from './state-file.ts';
import { watchWorld } from './watch-world.ts';

/**
 * Serves until a signal, or beside a program until its end. Resolves to the exit code.
 *
 * @throws UsageError if it can't start, or can't save the state.
 */
export async function serve(
  flags: FlagValues,
  printer: Printer,
  { program, env, onSignal }: CliContext,
): Promise<number> {
  const worldName = flags.value('world');
  const isWatched = flags.has('watch');
  if (program?.length === 0) throw new UsageError('-- needs a command after it, such as -- npm test');
  if (isWatched && (worldName === 'demo' || worldName === 'empty'))
    throw new UsageError('--watch needs the path of a world file in --world, which it then watches');
  const stateName = flags.value('state');
  const state = stateName === undefined ? undefined : new StateFile(stateName);
  const keptFile = state?.read();
  const reporter = reporterFor(flags, printer, program !== undefined);

  const creating = mockOfFlags(flags, state && keptFile && [state.path, keptFile]);
  const unwatch = isWatched
    ? watchWorld(worldName, creating, {
        loaded(mock, world) {
          reporter.loaded?.(mock, worldName);
          if (!flags.has('quiet')) reportSpecDeviations(worldName, world, printer);
        },
        failed: (reason) => printer.error(...`World file not reloaded: ${reason}`.split('\n')),
      })
    : undefined;
  const { mock, file: source, world } = await creating;
  if (!flags.has('quiet')) reportSpecDeviations(source, world, printer);
  const { kept: file, service } = internalsOf(mock);
  const present = { file, revision: () => service.changes.revision };

  const server = await listening(mock, flags, reporter, program !== undefined);
  const stopSaving = state?.keepSaving(present, printer.error);
  let exitCode: number;
  try {
    state?.save(present);
    warnIfExposed(flags, printer);
    reporter.start?.(mock, server.url);
    exitCode = program
      ? await runProgram(program, { ...env, ...variables(mock, server.url, flags) }, onSignal)
      : await closedBySignal(server, onSignal);
  } finally {
    await server.close();
    stopSaving?.();
    unwatch?.();
  }
  state?.save(present);
  return exitCode;
}

/** Maximum listed deviations. */
const listed = 20;

/** Prints where pulled data differs from v1. */
function reportSpecDeviations(file: string, world: unknown, { error }: Printer): void {
  const bent = specDeviations(recordsIn(world));
  if (bent.length === 0) return;
  const lines = bent.slice(0, listed).map(({ path, message }) => `- ${path}: ${message}`);
  if (bent.length > listed) lines.push(`- and ${bent.length - listed} more`);
  const places = bent.length === 1 ? 'a place' : `${bent.length} places`;
  error(`Note: ${file} differs from v1 in ${places}, and is served unchanged:`, ...lines);
}

/** Time for responses in flight after the first signal, in milliseconds. After the end of a program, no client waits. */
const closeTimeout = 30_000;

async function listening(
  mock: Mock,
  flags: FlagValues,
  { request: onRequest }: Reporter,
  isBeside: boolean,
): Promise<MockServer> {
  const port = isBeside && !flags.has('port') ? 0 : Number(flags.value('port'));
  const host = flags.value('host');
  const token = flags.value('token');
  try {
    return await serveHttp(
      mock,
      { port, host, allowHosts: flags.all('allow-host'), cors: flags.all('cors'), token, onRequest },
      { ...serverLimits, closeTimeout: isBeside ? 0 : closeTimeout },
    );
  } catch (error) {
    const problem = await listenProblem(error, { port, host }, { port: '--port', host: '--host' });
    if (problem === undefined) throw error;
    throw new UsageError(problem, 1);
  }
}

function warnIfExposed(flags: FlagValues, { error }: Printer): void {
  const host = flags.value('host');
  if (isLoopback(host)) return;
  const control = flags.has('token')
    ? 'The control API needs the token.'
    : 'The control API is off: it would need --token or ISSUE_TRACKING_MOCK_TOKEN.';
  error(`Warning: other computers can reach ${host} and change what this mock holds. ${control}`);
}

/** Returns the environment variables by which a program finds the mock. It must not get a credential of a service. */
function variables(mock: Mock, url: string, flags: FlagValues): Record<string, string | undefined> {
  return {
    ISSUE_TRACKING_BASE_URL: url,
    ISSUE_TRACKING_API_KEY: mock.world.apiKeys.find()[0]?.key,
    ISSUE_TRACKING_ACCESS_TOKEN: undefined,
    ISSUE_TRACKING_MOCK_URL: `${url}/__mock`,
    ISSUE_TRACKING_MOCK_TOKEN: flags.value('token'),
  };
}

/** Closes the server at a signal, and all its connections at a second one. Resolves to the exit code. */
async function closedBySignal(server: MockServer, onSignal: CliContext['onSignal']): Promise<number> {
  await new Promise<void>((resolve) => onSignal(() => void server.close().then(resolve)));
  return 0;
}
