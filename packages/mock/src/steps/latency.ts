import { unfaked } from '../platform/clock/unfaked.ts';
import type { PipelineResult } from '../platform/http/sent.ts';
import { drawDelay } from '../platform/delay.ts';
import type { MockService } from '../state.ts';
import { slowMs } from '../settings/scenarios.ts';
import type { ServiceSettings } from '../settings/settings.ts';

/** Draws the latency of the next response, in milliseconds of real time. */
export function drawLatency({ latencyMs, scenario }: ServiceSettings): number {
  return drawDelay(scenario === 'slow' ? slowMs : latencyMs, unseeded);
}

/** Latency passes in real time, so a seed would not make it repeatable. */
const unseeded = { next: Math.random };

/**
 * Delays a response in real time, because a virtual clock may stand still. Stops the mock's clock meanwhile. A reset drops the
 * response.
 *
 * @throws the signal's reason, if the signal aborts first.
 */
export async function holdBack(
  { clock, sleepers }: MockService,
  result: PipelineResult,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<PipelineResult> {
  const release = clock.pause();
  try {
    // `combined` aborts with the request's signal and when the mock's state is replaced.
    return (await sleepers.sleep((combined) => sleep(ms, combined), signal)) ? result : { kind: 'drop' };
  } finally {
    release();
  }
}

const setTimer = unfaked('setTimeout');
const clearTimer = unfaked('clearTimeout');

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimer(timer);
      reject(signal.reason);
    };
    const timer = setTimer(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
