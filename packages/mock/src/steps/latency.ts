import type { Said } from '../log/trace.ts';
import { durationText } from '../platform/clock/duration-text.ts';
import { unfaked } from '../platform/clock/unfaked.ts';
import { drawDelay } from '../platform/delay.ts';
import { slowMs } from '../settings/scenarios.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import type { Service } from '../state.ts';

/** Latency passes in real time, so a seed would not make it repeatable. */
const unseeded = { next: Math.random };

/** Draws the latency of the next response, in milliseconds of real time. */
export function drawLatency({ latencyMs, scenario }: ServiceSettings): number {
  return drawDelay(scenario === 'slow' ? slowMs : latencyMs, unseeded);
}

/** Explains the latency of a response. */
export function latencySaid({ scenario }: ServiceSettings, ms: number): Said {
  const inScenario = scenario === 'slow' ? ', in the scenario slow' : '';
  return { outcome: 'changed', text: `The response was held back for ${durationText(ms)}${inScenario}.` };
}

/**
 * Waits in real time, because a virtual clock may stand still. Stops the mock's clock meanwhile.
 *
 * @throws the signal's reason, if the signal aborts first.
 */
export async function holdBack(
  { clock, sleepers }: Service,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const release = clock.pause();
  try {
    // `combined` aborts with the request's signal and when the wait must end.
    await sleepers.sleep((combined) => sleep(ms, combined), signal);
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
