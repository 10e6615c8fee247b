import type { Clock, TokenProvider } from '@issue-tracking/sdk';
import type { Random } from '../../../../tools/testing/random.ts';
import type { Tokens } from './plan.ts';

/** The credential of all clients of a run, and the service's view of it. */
export interface Credential {
  readonly option: { readonly apiKey: string } | { readonly accessToken: TokenProvider };
  /** Whether the service knows the credential of a request now. */
  isValid(credential: string): boolean;
}

/** Returns a key, or a function of tokens of which each works until the next one is there. */
export function credentialOf(tokens: Tokens | undefined, clock: Clock, random: Random): Credential {
  if (!tokens) return { option: { apiKey: 'svc_simulated' }, isValid: () => true };
  const { lifeMs, tellsEnd, slowMs, failures } = tokens;
  const start = clock.now();
  const present = () => Math.floor((clock.now() - start) / lifeMs);
  const tokenOf = (number: number) => `token-${number}`;
  return {
    option: {
      async accessToken({ signal }) {
        await clock.sleep(random.between(0, slowMs), signal);
        if (random.chance(failures)) throw new Error('no token now');
        const number = present();
        const expiresInMs = start + (number + 1) * lifeMs - clock.now();
        return tellsEnd ? { token: tokenOf(number), expiresInMs } : tokenOf(number);
      },
    },
    isValid: (token) => token === tokenOf(present()),
  };
}
