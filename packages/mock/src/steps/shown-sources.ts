import { namedCredential } from '../log/redaction.ts';
import type { Service } from '../state.ts';
import { failureKey } from './authenticate.ts';

/** Returns a function that returns a source of failed authentications to show: an address, or a credential by name or masked. */
export function shownSources({ store }: Pick<Service, 'store'>): (source: string) => string {
  const values = [
    ...[...store.all('apiKeys')].map(({ name, key }) => [name, key] as const),
    ...[...store.all('accessTokens')].map(({ name, token }) => [name, token] as const),
  ];
  const known = new Map(values.map(([name, value]) => [failureKey(value), namedCredential(name, value)]));
  return (source) => known.get(source) ?? shownSource(source);
}

/** Returns a source to show. The start of its digest distinguishes unknown credentials. */
function shownSource(source: string): string {
  const [masked = '', digest] = source.split(' ');
  return digest === undefined ? masked : `${masked} #${digest.slice(0, 4)}`;
}
