/** One token, and what is known of it. */
export class Credential {
  readonly token: string;
  /** Whether it must be replaced: it has expired or is about to. */
  readonly hasEnded: () => boolean;
  /** Until then the service's last success is taken as proof that it is good. */
  provenUntil = 0;
  /** The service has accepted it once, or the one that it replaced before that expired. */
  worked = false;
  /** The service has refused it. */
  refused = false;

  constructor(token: string, hasEnded: () => boolean = () => false) {
    this.token = token;
    this.hasEnded = hasEnded;
  }
}

/** Where a guard gets its credential from. */
export interface CredentialSource {
  /** What requests under way are counted by: the same for all clients with one key. */
  readonly identity: unknown;
  /** Whether a refused credential can be replaced. */
  readonly renewable: boolean;
  /** The credential to use now; `undefined` when there is none yet, or it must be replaced. */
  readonly fresh: Credential | undefined;
  /** Gets one. `onAsk` is called when the provider is asked for it. */
  renew(signal: AbortSignal | undefined, onAsk: () => void): Promise<Credential>;
  /** Gives up a credential that the service has refused; says whether it was still the one in use. */
  discard(credential: Credential): boolean;
}

/** An API key, or a token that cannot be renewed. */
export class FixedCredential implements CredentialSource {
  readonly renewable = false;
  readonly #token: string;
  #credential: Credential | undefined;

  constructor(token: string) {
    this.#token = token;
  }

  get identity(): string {
    return this.#token;
  }

  get fresh(): Credential {
    this.#credential ??= new Credential(this.#token);
    return this.#credential;
  }

  async renew(): Promise<Credential> {
    return this.fresh;
  }

  /** The next one is the same key with nothing known of it; late answers to the old one don't count for it. */
  discard(credential: Credential): boolean {
    if (this.#credential !== credential) return false;
    this.#credential = undefined;
    return true;
  }
}

/**
 * What keeps a text from being sent as a credential, in words that follow its name; `undefined` when nothing does.
 * The platform's own complaint would quote the credential, so this is asked first. It says where, never what.
 */
export function credentialProblem(credential: unknown): string | undefined {
  if (typeof credential !== 'string')
    return `must be a string, not ${credential === null ? 'null' : typeof credential}`;
  if (credential === '') return 'must not be empty';
  const place = credential.search(/[^\x21-\x7e]/);
  if (place === -1) return undefined;
  const what = /\s/.test(credential.charAt(place)) ? 'white space' : 'a character that no header can carry';
  return `has ${what} at position ${place + 1} of ${credential.length}: was it read or pasted with more around it?`;
}
