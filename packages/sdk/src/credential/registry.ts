import { serverSide } from '#server-side';
import type { Clock } from '../platform/clock.ts';
import type { FetchLike } from '../platform/fetch-like.ts';
import { Registry, type Retained } from '../platform/registry.ts';
import { type Generation, idOf, sharedByAllCopies } from '../platform/shared.ts';
import { AdmissionQueue } from './admission-queue.ts';
import { type CredentialSource, fixedCredential } from './credential.ts';
import { FailureBudget, type LockoutScope } from './failure-budget.ts';
import { ProvidedTokens } from './provided-tokens.ts';
import type { AccessToken, ApiKey, CredentialOption, CredentialProvider } from './provider.ts';

/** The clients with these in common share a queue, because the service counts their requests together. */
export interface Identity {
  readonly origin: string;
  readonly credential: AccessToken | ApiKey;
  /** The option that it was set as. */
  readonly option?: CredentialOption | undefined;
  /** `undefined` for the platform's. */
  readonly fetch: FetchLike | undefined;
  readonly clock: Clock;
  /** A mock's, which then holds everything below. */
  readonly generation?: Generation | undefined;
}

/**
 * The queue of an identity: clients with the same origin, credential, `fetch` and clock share it, so that together they
 * stay within the rate (LIM-1) and the allowed failures (AUTH-7).
 *
 * It is collected together with its `fetch`. Waiting until it is idle would not do: under a frozen clock it never is.
 */
export function admissionQueueOf(identity: Identity): AdmissionQueue {
  const { origin, credential, fetch, clock, generation } = identity;
  const isPlatforms = fetch === undefined || fetch === globalThis.fetch;
  const queues = registryOf<AdmissionQueue>('queues', isPlatforms ? globalThis : fetch, generation);
  const secret = typeof credential === 'string' ? credential : idOf(credential);
  const keyOf = (whose: string | number) => JSON.stringify([origin, whose, idOf(clock)]);
  return queues.find(keyOf(secret), () => {
    const budgetOf = (scope: LockoutScope) => {
      const make = () => new FailureBudget(clock);
      // Whatever its clients' `fetch` is, an address is one for the service.
      return scope === 'credential'
        ? make()
        : registryOf<FailureBudget>(scope, clock, generation).find(keyOf(scope), make);
    };
    return new AdmissionQueue({ origin, source: sourceOf(identity), clock, budgetOf });
  });
}

/** Clients with one provider share its tokens, also those of different services. */
function sourceOf({ credential, option, clock, generation }: Identity): CredentialSource {
  if (typeof credential === 'string') return fixedCredential(credential);
  const create = () => new WeakMap<Clock, WeakMap<CredentialProvider, ProvidedTokens>>();
  const ofClocks = sharedByAllCopies('tokens', create, generation);
  const ofProviders = ofClocks.get(clock) ?? new WeakMap<CredentialProvider, ProvidedTokens>();
  ofClocks.set(clock, ofProviders);
  const tokens = ofProviders.get(credential) ?? new ProvidedTokens(credential, clock, option);
  ofProviders.set(credential, tokens);
  return tokens;
}

function registryOf<T extends Retained>(name: string, owner: object, generation: Generation | undefined): Registry<T> {
  const registries = sharedByAllCopies(name, () => new WeakMap<object, Registry<T>>(), generation);
  const registry = registries.get(owner) ?? new Registry<T>(serverSide?.mustPoll() ? undefined : serverSide?.later);
  registries.set(owner, registry);
  return registry;
}
