import { once } from 'node:events';
import { createMock } from '../create-mock.ts';
import { internalsOf } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import type { MockOptions } from '../mock/mock-options.ts';
import { isLoopback } from '../platform/http/addresses.ts';
import { InputError } from '../platform/input/input-error.ts';
import { specDeviations } from '../records/world.ts';
import { WorldError } from '../records/world-error.ts';
import { type MockServer, serveHttp } from '../server/listen.ts';
import { serverLimits } from '../server/listen-options.ts';
import { listenProblem } from '../server/listen-problem.ts';
import { chosenBehavior } from './choose-behavior.ts';
import type { CliContext } from './cli-context.ts';
import type { FlagValues } from './parse-flags.ts';
import type { Printer } from './printer.ts';
import { readBehaviorFile } from './read-behavior-file.ts';
import { isFile, readWorld } from './read-world.ts';
import { type Reporter, reporterFor } from './reporter.ts';
import { StateFile } from './state-file.ts';
import { UsageError } from './usage-error.ts';
import { versionOf, watchWorld } from './watch-world.ts';

/** Calls a listener on each signal to stop. */
type OnStop = CliContext['onStop'];

/**
 * Serves until a signal; a second signal stops it immediately.
 *
 * @throws UsageError if it can't start.
 */
export async function serve(flags: FlagValues, printer: Printer, onStop: OnStop): Promise<void> {
  const stateName = flags.all('state').at(-1);
  const state = stateName === undefined ? undefined : await StateFile.at(stateName);
  const seed = Number(flags.value('seed'));
  const behavior = {
    ...(await readBehaviorFile(flags.all('behavior-file').at(-1))),
    ...chosenBehavior(flags.all('behavior')),
  };
  const worldName = flags.value('world');
  if (flags.has('watch') && !isFile(worldName)) {
    throw new UsageError('--watch needs the path of a world file in --world, which it then watches');
  }
  // Before the file is read, so that an edit meanwhile is noticed.
  const firstVersion = flags.has('watch') ? await versionOf(worldName) : undefined;
  const kept = await state?.read();
  const world = kept ?? (await readWorld(worldName));
  const file = kept && state ? state.file : worldName;
  const requests = flags.value('rate-limit');
  const rateLimit = requests === 'off' ? false : { requests: Number(requests) };
  const latencyMs = latencyOf(flags.value('latency'));
  const source = (['address', 'credential'] as const).find((one) => one === flags.all('source').at(-1));
  const mock = mockOf(file, { world, seed, behavior, rateLimit, latencyMs, source });
  const {
    service: { store },
    load,
  } = internalsOf(mock);
  addFaults(mock, flags.all('fault'));

  const reporter = reporterFor(flags, printer);
  const note = (about: unknown, name: string) => !flags.has('quiet') && reportSpecDeviations(name, about, printer);
  note(world, file);
  const saved = { exportWorld: mock.exportWorld, revision: () => store.revision };
  // Not before: until then nothing has to be ended, and a signal must end the process while a file is a pipe without data.
  const stop = new AbortController();
  const stopped = once(stop.signal, 'abort');
  let server: MockServer | undefined;
  onStop(() => {
    // A second close aborts requests in flight.
    if (stop.signal.aborted) void server?.close();
    stop.abort();
  });
  server = await listening(mock, flags, reporter);
  try {
    await state?.autosave(saved, printer.error);
    const unwatch =
      flags.has('watch') &&
      watchWorld(worldName, firstVersion, {
        load(edited) {
          load(edited);
          note(edited, worldName);
        },
        loaded: () => reporter.loaded?.(store, worldName),
        failed: (reason) => printer.error(...`World file not reloaded: ${reason}`.split('\n')),
      });
    warnIfExposed(flags, printer);
    reporter.start(store, server.url, mock.clock.now());
    await stopped;
    if (unwatch) unwatch();
  } finally {
    await server.close();
  }
  await state?.close(saved);
}

/** Time for responses in flight after the first signal, in milliseconds. */
const closeTimeout = 30_000;

/** Maximum listed deviations. */
const listed = 20;

/** Prints where pulled data differs from v1. */
function reportSpecDeviations(file: string, world: unknown, { error }: Printer): void {
  const bent = specDeviations(world);
  if (bent.length === 0) return;
  const lines = bent.slice(0, listed).map(({ path, message }) => `- ${path}: ${message}`);
  if (bent.length > listed) lines.push(`- and ${bent.length - listed} more`);
  const places = bent.length === 1 ? 'a place' : `${bent.length} places`;
  error(`Note: ${file} differs from v1 in ${places}, and is served unchanged:`, ...lines);
}

function mockOf(file: string, options: MockOptions): Mock {
  try {
    return createMock(options);
  } catch (error) {
    if (error instanceof WorldError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

/** @throws UsageError for invalid faults. */
function addFaults({ faults }: Mock, texts: readonly string[]): void {
  for (const text of texts) {
    try {
      faults.add(JSON.parse(text));
    } catch (error) {
      if (error instanceof InputError) throw new UsageError(`--fault: ${error.message}`);
      throw error;
    }
  }
}

function latencyOf(text: string): number | [number, number] {
  const [from, to] = text.split('-').map(Number);
  return to === undefined ? Number(from) : [Number(from), to];
}

async function listening(mock: Mock, flags: FlagValues, reporter: Reporter): Promise<MockServer> {
  const port = Number(flags.value('port'));
  const host = flags.value('host');
  const token = flags.all('token').at(-1);
  try {
    return await serveHttp(
      mock,
      {
        port,
        host,
        allowHosts: flags.all('allow-host'),
        cors: flags.all('cors'),
        ...(token !== undefined && { token }),
        ...(reporter.request && { onRequest: reporter.request }),
      },
      { ...serverLimits, closeTimeout },
    );
  } catch (error) {
    const problem = listenProblem(error, { port, host }, { port: '--port', host: '--host' });
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
