import { isIssueTrackingError } from '../errors/is-issue-tracking-error.ts';
import type { CallResult } from './call.ts';
import type { PreparedCall } from './call-endpoint.ts';
import { toRejection } from './call-error.ts';
import { Call, type PartSettings } from './call-state.ts';
import type { ClientContext } from './client-context.ts';

/**
 * Runs a call that makes several requests, its parts. They are one call, with one place in the queue, one deadline and one
 * signal. Its error has the attempts of all parts. The client isn't at rest between them.
 *
 * @param parts How many requests the call makes without a failure.
 * @param run Makes the requests, with the settings of a part.
 */
export async function composite<T>(
  client: ClientContext,
  { request, settings }: Pick<PreparedCall, 'request' | 'settings'>,
  parts: number,
  run: (settings: PartSettings, whole: Call) => Promise<CallResult<T>>,
): Promise<CallResult<T>> {
  const whole = new Call(client, request, settings, parts);
  client.lifetime.begin();
  try {
    const result = await run({ ...settings, whole }, whole);
    whole.end(result.done.response.status);
    return result;
  } catch (thrown) {
    const error = toRejection(whole, thrown);
    if (isIssueTrackingError(error)) Object.assign(error, { attempts: [...whole.attempts] });
    whole.end(undefined, error);
    throw error;
  } finally {
    whole.ticket.free();
    client.lifetime.end();
  }
}

/** Waits for parts that run at the same time. After the first failure, the others are aborted, and their attempts recorded. */
export async function allParts<const Parts extends readonly Promise<unknown>[]>(whole: Call, parts: Parts) {
  try {
    return await Promise.all(parts);
  } catch (error) {
    whole.abortParts();
    await Promise.allSettled(parts);
    throw error;
  }
}
