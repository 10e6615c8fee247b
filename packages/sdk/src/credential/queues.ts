import type { Clock } from '../platform/clock.ts';
import type { FetchLike } from '../platform/fetch-like.ts';
import { type Generation, idOf, processGlobal } from '../platform/process-global.ts';
import { Registry } from '../platform/registry.ts';
import { CallQueue } from './call-queue.ts';
import { type CredentialSource, fixedCredential } from './credential.ts';
import { ProvidedTokens } from './provided-tokens.ts';
import type { AccessToken, ApiKey, CredentialOption, CredentialProvider } from './provider.ts';

/** The key of a queue. Clients with the same key share it, because the service counts their requests together. */
export interface QueueKey {
  readonly origin: string;
  readonly credential: AccessToken | ApiKey;
  /** The option that set the credential. */
  readonly option?: CredentialOption | undefined;
  /** `undefined` for the platform's `fetch`. */
  readonly fetch: FetchLike | undefined;
  readonly clock: Clock;
  /** The generation of a mock, which then holds the queue and the tokens. */
  readonly generation?: Generation | undefined;
}

/**
 * Returns the queue of a key. Clients with the same origin, credential, `fetch` and clock share a queue, so that
 * together they stay within the rate (LIM-1) and the allowed failures (AUTH-7).
 *
 * A queue is garbage-collected together with its `fetch`. Waiting until a queue is idle isn't enough: under a frozen
 * clock it never becomes idle.
 */
export function queueOf(identity: QueueKey): CallQueue {
  const { origin, credential, fetch, clock, generation } = identity;
  const isPlatforms = fetch === undefined || fetch === globalThis.fetch;
  const owner = isPlatforms ? globalThis : fetch;
  const registries = processGlobal('queues', () => new WeakMap<object, Registry<CallQueue>>(), generation);
  const queues = registries.get(owner) ?? new Registry<CallQueue>();
  registries.set(owner, queues);
  const secret = typeof credential === 'string' ? credential : idOf(credential);
  const key = JSON.stringify([origin, secret, idOf(clock)]);
  return queues.find(key, () => new CallQueue({ origin, source: sourceOf(identity), clock }));
}

/** Returns the source of a credential. Clients with one provider share its tokens, also across services. */
function sourceOf({ credential, option, clock, generation }: QueueKey): CredentialSource {
  if (typeof credential === 'string') return fixedCredential(credential);
  const create = () => new WeakMap<Clock, WeakMap<CredentialProvider, ProvidedTokens>>();
  const ofClocks = processGlobal('tokens', create, generation);
  const ofProviders = ofClocks.get(clock) ?? new WeakMap<CredentialProvider, ProvidedTokens>();
  ofClocks.set(clock, ofProviders);
  const tokens = ofProviders.get(credential) ?? new ProvidedTokens(credential, clock, option);
  ofProviders.set(credential, tokens);
  return tokens;
}
