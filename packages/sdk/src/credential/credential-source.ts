import type { Clock } from '../platform/clock.ts';
import { Credential } from './credential.ts';
import { ProvidedCredentials } from './provided-credentials.ts';
import type { AccessToken } from './provider.ts';

/** Where a guard gets its credential from. */
export interface CredentialSource {
  /** Whether a refused credential can be replaced. */
  readonly renewable: boolean;
  /** The credential to use now; `undefined` when there is none yet, or it must be replaced. */
  readonly fresh: Credential | undefined;
  /** Gets one. */
  renew(signal: AbortSignal | undefined): Promise<Credential>;
  /** Gives up a credential that the service has refused; says whether it was still the one in use. */
  discard(credential: Credential): boolean;
}

export function credentialSource(credential: AccessToken, clock: Clock): CredentialSource {
  return typeof credential === 'function'
    ? new ProvidedCredentials(credential, clock)
    : new FixedCredential(credential);
}

/** An API key, or a token that cannot be renewed. */
class FixedCredential implements CredentialSource {
  readonly renewable = false;
  readonly #token: string;
  #credential: Credential | undefined;

  constructor(token: string) {
    this.#token = token;
  }

  get fresh(): Credential {
    this.#credential ??= new Credential(this.#token);
    return this.#credential;
  }

  async renew(): Promise<Credential> {
    return this.fresh;
  }

  discard(credential: Credential): boolean {
    if (this.#credential !== credential) return false;
    this.#credential = undefined;
    return true;
  }
}
