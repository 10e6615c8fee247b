import type { Clock } from '../platform/clock.ts';
import type { FetchLike } from '../platform/fetch-like.ts';
import type { Generation } from '../platform/generation.ts';
import { idOf, processGlobal } from '../platform/process-global.ts';
import { Registry } from '../platform/registry.ts';
import { Gate } from './gate.ts';
import { ProvidedSource } from './provided-source.ts';
import type { AccessToken, ApiKey, CredentialOption, CredentialProvider } from './provider.ts';
import { fixedSource, type Source } from './source.ts';

/** Clients with an equal key share one source. */
export interface SourceKey {
  readonly origin: string;
  readonly credential: AccessToken | ApiKey;
  /** The option that set the credential. */
  readonly option?: CredentialOption | undefined;
  /** `undefined` for the platform's `fetch`. */
  readonly fetch: FetchLike | undefined;
  readonly clock: Clock;
  /** The generation of a mock, which then owns the gates. */
  readonly generation?: Generation | undefined;
}

/** The gates of one `fetch` or of a mock, and the sources of its functions. */
interface Owned {
  readonly gates: Registry<Gate>;
  readonly sources: WeakMap<CredentialProvider, Map<string, Source>>;
}

/**
 * Returns the source of a client's credential. Clients with the same origin, clock, and `fetch` or mock share the gate of each
 * credential, whether it is fixed or from a function, so that together they stay within the rate (LIM-1) and the allowed
 * failures (AUTH-7).
 *
 * A gate is garbage-collected together with its `fetch` or generation. Waiting until a gate is idle isn't enough: under
 * a frozen clock it never becomes idle.
 */
export function sourceOf({ origin, credential, option, fetch, clock, generation }: SourceKey): Source {
  const isPlatforms = fetch === undefined || fetch === globalThis.fetch;
  const owner = generation ?? (isPlatforms ? globalThis : fetch);
  const all = processGlobal('gates', () => new WeakMap<object, Owned>());
  const { gates, sources } = all.get(owner) ?? { gates: new Registry<Gate>(), sources: new WeakMap() };
  all.set(owner, { gates, sources });
  const service = JSON.stringify([origin, idOf(clock)]);
  const gateOf = (token: string) => gates.find(service + token, (keep) => new Gate(origin, token, clock, keep));
  if (typeof credential === 'string') return fixedSource(gateOf(credential));
  const ofFunction = sources.get(credential) ?? new Map<string, Source>();
  sources.set(credential, ofFunction);
  const source = ofFunction.get(service) ?? new ProvidedSource(credential, clock, gateOf, option);
  ofFunction.set(service, source);
  return source;
}
